import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Span } from '#domain/query/query.ts';
import { useLanguage } from '#web/ui/language.ts';
import style from './SpanChoice.module.css';

type DayRangeProps = { span: Span | undefined; onChoose: (span: Span) => void };

const noRange = { from: '', to: '' };

/** A day range with the phone's native date inputs: two months side by side do not fit. */
export function DayRange({ span, onChoose }: DayRangeProps) {
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
