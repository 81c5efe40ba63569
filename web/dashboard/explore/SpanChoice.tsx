import InputNumber from 'antd/es/input-number';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { isAnchored } from '#contract/anchor.ts';
import type { Span } from '#contract/query.ts';
import { grainLabel } from '#display/words/grain.ts';
import { spanLabel } from '#display/words/span.ts';
import { upright } from '#display/words/subject.ts';
import { useLook } from '#web/shell/preferences.ts';
import { PlainSelect } from '#web/ui/PlainSelect.tsx';
import { useNarrow } from '../view/narrow.ts';
import { Choices } from './Choices.tsx';
import { DayRange } from './DayRange.tsx';
import { newestPresetsFor, presetsFor, spanGrains, withAnchor } from './fit.ts';
import style from './SpanChoice.module.css';

// The calendar is as heavy as the rest of this page: it comes when someone opens a panel that has one.
const RangeCalendar = lazy(() => import('./RangeCalendar.tsx').then((module) => ({ default: module.RangeCalendar })));

type Props = { span: Span | undefined; onChoose: (span: Span) => void };

const isSame = (a: Span, b: Span | undefined) => JSON.stringify(a) === JSON.stringify(b);

/**
 * A stretch of time: the usual ones at a click, any number of steps, or two days of the calendar. Steps are counted back
 * from now, or from the newest row.
 */
export function SpanChoice({ span, onChoose }: Props) {
  const { t } = useTranslation();
  const look = useLook();
  const isNarrow = useNarrow();
  const [wanted, setWanted] = useState(false);
  const isNewest = span && span.kind !== 'range' ? isAnchored(span) : wanted;
  const shown = isNewest ? newestPresetsFor(look.weekStart) : presetsFor(look.weekStart);
  const handleNewest = (next: boolean) => {
    setWanted(next);
    if (span && span.kind !== 'range') onChoose(withAnchor(span, next));
  };
  return (
    <>
      <div className={style['presets']}>
        {shown.map((spans) => (
          <Choices
            key={JSON.stringify(spans[0])}
            label={t('explore.presets')}
            choices={spans.map((each) => ({ value: each, text: upright(spanLabel(each, look.language)) }))}
            isChosen={(each) => isSame(each, span)}
            onChoose={onChoose}
          />
        ))}
      </div>
      <LastSpan span={span} isNewest={isNewest} onChoose={onChoose} />
      <label className={style['newest']}>
        <input type="checkbox" checked={isNewest} onChange={(event) => handleNewest(event.target.checked)} />
        <span title={t('explore.newestNote')}>{t('explore.newest')}</span>
      </label>
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

type LastOf = Extract<Span, { kind: 'last' }>;

function LastSpan({ span, isNewest, onChoose }: Props & { isNewest: boolean }) {
  const { t } = useTranslation();
  const look = useLook();
  const grains = [{ unit: 'hour' } as const, ...spanGrains(look.weekStart)];
  const fortnight: LastOf = { kind: 'last', count: 14, grain: { unit: 'day' } };
  const last = span?.kind === 'last' ? span : (withAnchor(fortnight, isNewest) as LastOf);
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
