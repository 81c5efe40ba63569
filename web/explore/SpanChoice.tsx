import InputNumber from 'antd/es/input-number';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { isAnchored } from '#domain/time/anchor.ts';
import type { Span } from '#domain/query/query.ts';
import { grainLabel } from '#display/words/grain.ts';
import { spanLabel } from '#display/words/span.ts';
import { capitalize } from '#display/words/subject.ts';
import { useLook } from '#web/shell/preferences.ts';
import { PlainSelect } from '#web/ui/PlainSelect.tsx';
import { useNarrow } from '#web/ui/narrow.ts';
import { useLanguage } from '#web/ui/language.ts';
import { Choices } from './Choices.tsx';
import { newestPresetsFor, presetsFor, spanGrains, withAnchor } from './grains.ts';
import style from './SpanChoice.module.css';

// The calendar is as heavy as the rest of the page, so it loads with the first panel that needs it.
const RangeCalendar = lazy(() => import('./RangeCalendar.tsx').then((module) => ({ default: module.RangeCalendar })));

type SpanChoiceProps = { span: Span | undefined; onChoose: (span: Span) => void };

const isSame = (a: Span, b: Span | undefined) => JSON.stringify(a) === JSON.stringify(b);

/** A time range: presets, the last N steps, or two days. Steps are counted back from now or from the newest row. */
export function SpanChoice({ span, onChoose }: SpanChoiceProps) {
  const { t } = useTranslation();
  const look = useLook();
  const isNarrow = useNarrow();
  const [isNewestChosen, setNewestChosen] = useState(false);
  const isNewest = span && span.kind !== 'range' ? isAnchored(span) : isNewestChosen;
  const presets = isNewest ? newestPresetsFor(look.weekStart) : presetsFor(look.weekStart);
  const handleAnchorChange = (next: boolean) => {
    setNewestChosen(next);
    if (span && span.kind !== 'range') onChoose(withAnchor(span, next));
  };
  return (
    <>
      <div className={style['presets']}>
        {presets.map((spans) => (
          <Choices
            key={JSON.stringify(spans[0])}
            label={t('explore.presets')}
            choices={spans.map((each) => ({ value: each, text: capitalize(spanLabel(each, look.language)) }))}
            isChosen={(each) => isSame(each, span)}
            onChoose={onChoose}
          />
        ))}
      </div>
      <LastSpan span={span} isNewest={isNewest} onChoose={onChoose} />
      <label className={style['newest']}>
        <input type="checkbox" checked={isNewest} onChange={(event) => handleAnchorChange(event.target.checked)} />
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

type LastSteps = Extract<Span, { kind: 'last' }>;

function LastSpan({ span, isNewest, onChoose }: SpanChoiceProps & { isNewest: boolean }) {
  const { t } = useTranslation();
  const look = useLook();
  const grains = [{ unit: 'hour' } as const, ...spanGrains(look.weekStart)];
  const fortnight: LastSteps = { kind: 'last', count: 14, grain: { unit: 'day' } };
  const last = span?.kind === 'last' ? span : (withAnchor(fortnight, isNewest) as LastSteps);
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

type DayRangeProps = { span: Span | undefined; onChoose: (span: Span) => void };

const noRange = { from: '', to: '' };

/** A day range with the phone's native date inputs: two months side by side do not fit. */
function DayRange({ span, onChoose }: DayRangeProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [typed, setTyped] = useState<{ from: string; to: string }>();
  const { from, to } = typed ?? (span?.kind === 'range' ? span : noRange);
  const set = (next: { from: string; to: string }) => {
    const isWhole = next.from !== '' && next.to !== '' && next.from <= next.to;
    setTyped(isWhole ? undefined : next);
    if (isWhole) onChoose({ kind: 'range', ...next });
  };
  const inputOf = (end: 'from' | 'to') => (
    <input
      type="date"
      lang={language.replace('_', '-')}
      aria-label={t(`explore.${end}`)}
      value={{ from, to }[end]}
      onChange={(event) => set({ from, to, [end]: event.target.value })}
    />
  );
  return (
    <div className={style['days']} role="group" aria-label={t('explore.range')}>
      {inputOf('from')}
      <span aria-hidden>–</span>
      {inputOf('to')}
    </div>
  );
}
