import { CalendarOutlined, SwapOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';

import { type Compare, type Period, type Span, simpleCompares } from '#domain/query/query.ts';
import { allTime, compareLabel, spanLabel } from '#display/words/span.ts';
import { labelOf, capitalize } from '#display/words/subject.ts';
import { PlainSelect } from '#web/ui/PlainSelect.tsx';
import { useQueryBuilder } from './query-builder.ts';
import { Choices } from './Choices.tsx';
import { changeCompare, changePeriod } from './query-edits.ts';
import { timeColumnOf } from './default-view.ts';
import { Pill } from './Pill.tsx';
import { SpanChoice } from './SpanChoice.tsx';

/** The time range of the query. */
export function PeriodPill() {
  const { t } = useTranslation();
  const { spec, dataset, look, change } = useQueryBuilder();
  const { period } = spec;
  const column = period.kind === 'during' ? period.column : timeColumnOf(dataset)?.id;
  if (!column) return null;
  const set = (next: Period) =>
    change(changePeriod(spec, next, { columns: dataset.columns, weekStart: look.weekStart }));
  const setSpan = (span: Span) =>
    set({ kind: 'during', column, span, compare: period.kind === 'during' ? period.compare : { kind: 'none' } });
  const text = period.kind === 'all' ? allTime[look.language] : spanLabel(period.span, look.language);
  const times = dataset.columns.filter(({ type }) => type === 'time' || type === 'date');
  return (
    <Pill
      text={capitalize(text)}
      icon={<CalendarOutlined aria-hidden />}
      onRemove={period.kind === 'all' ? undefined : () => set({ kind: 'all' })}
      renderPanel={(close) => (
        <>
          {times.length > 1 && period.kind === 'during' && (
            <PlainSelect
              label={t('explore.timeColumn')}
              value={column}
              options={times.map((each) => ({ value: each.id, text: labelOf(each, look.language) }))}
              onChange={(id) => set({ ...period, column: id })}
            />
          )}
          <Choices
            label={t('explore.presets')}
            choices={[{ value: 'all', text: capitalize(allTime[look.language]) }]}
            isChosen={() => period.kind === 'all'}
            onChoose={() => {
              set({ kind: 'all' });
              close();
            }}
          />
          <SpanChoice
            span={period.kind === 'during' ? period.span : undefined}
            onChoose={(span) => {
              setSpan(span);
              if (span.kind !== 'last' || [7, 30, 90].includes(span.count)) close();
            }}
          />
        </>
      )}
    />
  );
}

/** The time range to compare with. */
export function ComparePill() {
  const { t } = useTranslation();
  const { spec, dataset, look, change } = useQueryBuilder();
  const { period } = spec;
  const column = period.kind === 'during' ? period.column : timeColumnOf(dataset)?.id;
  if (!column) return null;
  const compare: Compare = period.kind === 'during' ? period.compare : { kind: 'none' };
  const set = (next: Compare) =>
    change(changeCompare(spec, column, next, { columns: dataset.columns, weekStart: look.weekStart }));
  const isOn = compare.kind !== 'none';
  return (
    <Pill
      text={isOn ? t('explore.against', { name: compareLabel(compare, look.language) }) : t('explore.compare')}
      icon={<SwapOutlined aria-hidden />}
      isQuiet={!isOn}
      onRemove={isOn ? () => set({ kind: 'none' }) : undefined}
      renderPanel={(close) => (
        <>
          <Choices
            label={t('explore.compare')}
            choices={simpleCompares.map((each) => ({
              value: each,
              text: capitalize(compareLabel(each, look.language)),
            }))}
            isChosen={(each) => each.kind === compare.kind}
            onChoose={(each) => {
              set(each);
              close();
            }}
          />
          {period.kind === 'all' && <small>{t('explore.compareNote')}</small>}
          <details open={compare.kind === 'custom'}>
            <summary>{t('explore.compareCustom')}</summary>
            <SpanChoice
              span={compare.kind === 'custom' ? compare.span : undefined}
              onChoose={(span) => set({ kind: 'custom', span })}
            />
          </details>
        </>
      )}
    />
  );
}
