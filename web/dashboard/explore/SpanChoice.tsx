import InputNumber from 'antd/es/input-number';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';

import type { Span } from '#contract/query.ts';
import { grainLabel } from '#display/words/grain.ts';
import { spanLabel } from '#display/words/span.ts';
import { upright } from '#display/words/subject.ts';
import { useLook } from '#web/shell/preferences.ts';
import { PlainSelect } from '#web/ui/PlainSelect.tsx';
import { useNarrow } from '../view/narrow.ts';
import { Choices } from './Choices.tsx';
import { DayRange } from './DayRange.tsx';
import { presetsFor, spanGrains } from './fit.ts';
import style from './SpanChoice.module.css';

// The calendar is as heavy as the rest of this page: it comes when someone opens a panel that has one.
const RangeCalendar = lazy(() => import('./RangeCalendar.tsx').then((module) => ({ default: module.RangeCalendar })));

type Props = { span: Span | undefined; onChoose: (span: Span) => void };

const isSame = (a: Span, b: Span | undefined) => JSON.stringify(a) === JSON.stringify(b);

/** A stretch of time: the usual ones at a click, any number of steps up to now, or two days of the calendar. */
export function SpanChoice({ span, onChoose }: Props) {
  const { t } = useTranslation();
  const look = useLook();
  const isNarrow = useNarrow();
  return (
    <>
      <div className={style['presets']}>
        {presetsFor(look.weekStart).map((spans) => (
          <Choices
            key={JSON.stringify(spans[0])}
            label={t('explore.presets')}
            choices={spans.map((each) => ({ value: each, text: upright(spanLabel(each, look.language)) }))}
            isChosen={(each) => isSame(each, span)}
            onChoose={onChoose}
          />
        ))}
      </div>
      <LastSpan span={span} onChoose={onChoose} />
      {isNarrow ? (
        <DayRange span={span} onChoose={onChoose} />
      ) : (
        <Suspense fallback={<div className={style['calendar']} />}>
          <RangeCalendar span={span} onChoose={onChoose} />
        </Suspense>
      )}
    </>
  );
}

function LastSpan({ span, onChoose }: Props) {
  const { t } = useTranslation();
  const look = useLook();
  const grains = [{ unit: 'hour' } as const, ...spanGrains(look.weekStart)];
  const last = span?.kind === 'last' ? span : { kind: 'last' as const, count: 14, grain: { unit: 'day' } as const };
  return (
    <div className={style['last']}>
      <span>{t('explore.last')}</span>
      <InputNumber
        size="small"
        min={1}
        max={10_000}
        precision={0}
        aria-label={t('explore.lastCount')}
        value={last.count}
        style={{ width: 72 }}
        onChange={(count) => count && onChoose({ ...last, count })}
      />
      <PlainSelect
        label={t('explore.grain')}
        value={last.grain.unit}
        options={grains.map((grain) => ({ value: grain.unit, text: grainLabel(grain, look.language) }))}
        onChange={(unit) => onChoose({ ...last, grain: grains.find((grain) => grain.unit === unit)! })}
      />
    </div>
  );
}
