import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';

import type { Dataset } from '#contract/datasets/routes.ts';
import { type Compare, emptyQuerySpec, type Span } from '#domain/query/query.ts';
import { allTime, compareLabel, spanLabel } from '#display/words/span.ts';
import { labelOf, capitalize } from '#display/words/subject.ts';
import { QueryBuilderContext } from '#web/explore/query-builder.ts';
import { Pop } from '#web/explore/Pop.tsx';
import { SpanChoice } from '#web/explore/SpanChoice.tsx';
import { useLook } from '#web/shell/preferences.ts';
import { PlainSelect } from '#web/ui/PlainSelect.tsx';
import { useDatasets } from './datasets.ts';
import { useEditing } from './editing-context.ts';
import style from './Panel.module.css';
import { TextsField } from './TextsField.tsx';

/** Settings of the dashboard: title, description, time range, refresh interval. */
export function DashboardPanel() {
  const { t } = useTranslation();
  const { now, change } = useEditing();
  return (
    <>
      <TextsField
        label={t('dashboard.edit.title')}
        texts={now.title}
        onChange={(title) => change((dashboard) => ({ ...dashboard, title }), 'title')}
      />
      <TextsField
        label={t('dashboard.edit.description')}
        texts={now.description}
        max={2000}
        isLong
        onChange={(description) => change((dashboard) => ({ ...dashboard, description }), 'description')}
      />
      <TimeRangeFields />
      <TimeColumns />
      <RefreshField />
    </>
  );
}

function TimeRangeFields() {
  const { t } = useTranslation();
  const look = useLook();
  const { now, change } = useEditing();
  const { span, compare } = now.time;
  const set = (time: Partial<{ span: Span | null; compare: Compare }>) =>
    change((dashboard) => ({ ...dashboard, time: { ...dashboard.time, ...time } }));
  const compares: Compare[] = [
    { kind: 'none' },
    { kind: 'previous' },
    { kind: 'last_year' },
    ...(compare.kind === 'custom' ? [compare] : []),
  ];
  return (
    <section>
      <h3>{t('dashboard.edit.time')}</h3>
      <div className={style['row']}>
        <SpanPicker span={span} onChoose={(chosen) => set({ span: chosen })} />
        <PlainSelect
          label={t('explore.compare')}
          value={compare.kind}
          options={compares.map((each) => ({
            value: each.kind,
            text: capitalize(compareLabel(each, look.language)),
          }))}
          onChange={(kind) => set({ compare: compares.find((each) => each.kind === kind)! })}
        />
      </div>
    </section>
  );
}

const emptyDataset = { id: '', columns: [], metrics: [] } as unknown as Dataset;

/** A time range picker behind a button with its label. */
function SpanPicker({ span, onChoose }: { span: Span | null; onChoose: (span: Span | null) => void }) {
  const look = useLook();
  const text = capitalize(span ? spanLabel(span, look.language) : allTime[look.language]);
  const context = { spec: emptyQuerySpec(''), dataset: emptyDataset, look, change: () => undefined };
  return (
    <Pop
      renderPanel={(close) => (
        <QueryBuilderContext value={context}>
          <Button
            size="small"
            onClick={() => {
              onChoose(null);
              close();
            }}
          >
            {capitalize(allTime[look.language])}
          </Button>
          <SpanChoice span={span ?? undefined} onChoose={onChoose} />
        </QueryBuilderContext>
      )}
    >
      {(isOpen) => (
        <Button aria-haspopup="dialog" aria-expanded={isOpen}>
          {text}
        </Button>
      )}
    </Pop>
  );
}

/** The time column of each dataset; a dataset without one ignores the time range. */
function TimeColumns() {
  const { t } = useTranslation();
  const { language } = useLook();
  const { now, change } = useEditing();
  const datasets = useDatasets(now);
  const { targets } = now.time;
  const choose = (dataset: string, column: string) =>
    change((dashboard) => {
      const others = dashboard.time.targets.filter((target) => target.dataset !== dataset);
      const added = column ? [{ kind: 'column' as const, dataset, column }] : [];
      return { ...dashboard, time: { ...dashboard.time, targets: [...others, ...added] } };
    });
  if (datasets.length === 0) return null;
  return (
    <section>
      <h3>{t('dashboard.edit.timeColumns')}</h3>
      <ul className={style['list']}>
        {datasets.map((dataset) => (
          <li key={dataset.id}>
            <span dir="auto">{labelOf(dataset, language)}</span>
            <PlainSelect
              label={t('dashboard.edit.timeColumnOf', { name: labelOf(dataset, language) })}
              value={targets.find((target) => target.dataset === dataset.id)?.column ?? ''}
              options={[
                { value: '', text: t('dashboard.edit.noColumn') },
                ...dataset.columns
                  .filter(({ type }) => type === 'time' || type === 'date')
                  .map((column) => ({ value: column.id, text: labelOf(column, language) })),
              ]}
              onChange={(column) => choose(dataset.id, column)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

const refreshIntervals = [0, 10, 30, 60, 300, 900, 3600];

function RefreshField() {
  const { t } = useTranslation();
  const { now, change } = useEditing();
  const all = refreshIntervals.includes(now.refresh) ? refreshIntervals : [...refreshIntervals, now.refresh];
  const intervalText = (seconds: number) => {
    if (seconds === 0) return t('dashboard.edit.never');
    return seconds < 60
      ? t('dashboard.edit.seconds', { count: seconds })
      : t('dashboard.edit.minutes', { count: seconds / 60 });
  };
  return (
    <section>
      <h3>{t('dashboard.edit.refresh')}</h3>
      <PlainSelect
        label={t('dashboard.edit.refresh')}
        value={String(now.refresh)}
        options={all.map((seconds) => ({ value: String(seconds), text: intervalText(seconds) }))}
        onChange={(seconds) => change((dashboard) => ({ ...dashboard, refresh: Number(seconds) }))}
      />
      <p className={style['note']}>{t('dashboard.edit.refreshNote')}</p>
    </section>
  );
}
