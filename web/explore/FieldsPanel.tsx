import { FilterOutlined, SearchOutlined } from '@ant-design/icons';
import Input from 'antd/es/input/Input';
import { memo, useDeferredValue, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Dataset } from '#contract/datasets/routes.ts';
import type { Verification } from '#contract/datasets/verification.ts';
import type { DatasetColumn, LocalizedText } from '#domain/columns/column.ts';
import type { ColumnType } from '#domain/query/query.ts';
import type { Language } from '#domain/language.ts';
import { datePartLabel } from '#display/words/grain.ts';
import { capitalize, labelOf, textOf } from '#display/words/subject.ts';
import { verifiedFirst } from '#display/words/verification.ts';
import { VerifiedIcon } from '#web/ui/VerifiedMark.tsx';
import { useQueryBuilder } from './query-builder.ts';
import style from './FieldsPanel.module.css';
import { FieldIcon, type FieldRef, startDrag } from './fields.tsx';
import { findPart, toggleField, togglePart, usesOf } from './field-edits.ts';
import { partsFor } from './grains.ts';

type FieldEntry = {
  field: FieldRef;
  text: string;
  /** The text with the path to a column of a related dataset. */
  label: string;
  name: string;
  type: ColumnType | 'metric';
  hint: string;
  verification: Verification | null;
};
type FieldGroup = { key: 'time' | 'dimensions' | 'measures' | 'metrics'; entries: FieldEntry[] };
/** The columns of a related dataset. */
type RelatedGroup = { prefix: string; title: string; entries: FieldEntry[] };

const stepsOf = ({ id }: { id: string }) => id.split('.').length - 1;
const isOwn = (column: { id: string }) => stepsOf(column) === 0;

/** Description and unit. */
const hintOf = ({ description, unit }: { description: LocalizedText; unit: string }, language: Language): string =>
  [textOf(description, language), unit].filter(Boolean).join(' · ');

const columnEntryOf = (column: DatasetColumn, language: Language): FieldEntry => ({
  field: { kind: 'column', id: column.id },
  text: labelOf(column, language),
  label: labelOf(column, language),
  name: column.name,
  type: column.type,
  hint: hintOf(column, language),
  verification: null,
});

/** The columns of related datasets in one list, each with the path to it. */
export const relatedEntriesOf = ({ columns }: Dataset, language: Language): FieldEntry[] =>
  columns.filter((column) => !isOwn(column)).map((column) => columnEntryOf(column, language));

/** The columns of related datasets, grouped by the path to them: `Product › Supplier`. */
function relatedGroupsOf({ columns }: Dataset, language: Language): RelatedGroup[] {
  const groups = new Map<string, RelatedGroup>();
  for (const column of columns.filter((each) => !isOwn(each))) {
    const parts = labelOf(column, language).split(' › ');
    const prefix = column.id.slice(0, column.id.lastIndexOf('.'));
    const group = groups.get(prefix) ?? { prefix, title: parts.slice(0, stepsOf(column)).join(' › '), entries: [] };
    group.entries.push({ ...columnEntryOf(column, language), text: parts.slice(stepsOf(column)).join(' › ') });
    groups.set(prefix, group);
  }
  return [...groups.values()];
}

/** The fields of a dataset grouped by role; verified metrics come first. */
export function groupsOf(dataset: Dataset, language: Language, count: string): FieldGroup[] {
  const entryOf = (column: DatasetColumn) => columnEntryOf(column, language);
  const columns = dataset.columns.filter(isOwn);
  const isTime = ({ type }: { type: ColumnType }) => type === 'time' || type === 'date';
  const isMeasure = (column: DatasetColumn) => column.role === 'measure' && !isTime(column);
  const metrics = dataset.metrics.toSorted(verifiedFirst).map((metric): FieldEntry => ({
    field: { kind: 'metric', id: metric.id },
    text: labelOf(metric, language),
    label: labelOf(metric, language),
    name: metric.name,
    type: 'metric',
    hint: hintOf(metric, language),
    verification: metric.verification,
  }));
  const rows: FieldEntry = {
    field: { kind: 'count' },
    text: count,
    label: count,
    name: 'count',
    type: 'integer',
    hint: '',
    verification: null,
  };
  const groups: FieldGroup[] = [
    { key: 'metrics', entries: metrics },
    { key: 'time', entries: columns.filter(isTime).map(entryOf) },
    { key: 'dimensions', entries: columns.filter((each) => !isTime(each) && !isMeasure(each)).map(entryOf) },
    { key: 'measures', entries: [rows, ...columns.filter(isMeasure).map(entryOf)] },
  ];
  return groups.filter(({ entries }) => entries.length > 0);
}

const hasWords = (text: string, search: string) =>
  search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.toLowerCase().includes(word));

/** Whether every word is in the label, the name or the description: `revenue` finds the amount paid. */
export const matchesSearch = ({ label, name, hint }: FieldEntry, search: string) =>
  hasWords([label, name, hint].join(' '), search);

/** Fields with the words in their label come before those with a word in the description. */
export const byRelevance = (search: string) => (a: FieldEntry, b: FieldEntry) =>
  Number(hasWords(b.label, search)) - Number(hasWords(a.label, search));

/** Expands the columns of a related dataset and scrolls to them. */
function showGroup(id: string): void {
  const group = document.getElementById(id) as HTMLDetailsElement;
  group.open = true;
  group.scrollIntoView({ block: 'start' });
  group.querySelector('button')?.focus({ preventScroll: true });
}

type FieldsPanelProps = { onFilter: (column: string) => void };

/** All fields of the dataset: click toggles one in the query, drag drops it into a slot. */
export function FieldsPanel({ onFilter }: FieldsPanelProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  return (
    <div className={style['fields']}>
      <Input
        allowClear
        size="small"
        prefix={<SearchOutlined aria-hidden />}
        aria-label={t('explore.findField')}
        placeholder={t('explore.findField')}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {/* A long list follows the search text, so that typing never waits for it. */}
      <FieldGroups search={useDeferredValue(search)} onFilter={onFilter} />
    </div>
  );
}

const FieldGroups = memo(function FieldGroups({ search, onFilter }: FieldsPanelProps & { search: string }) {
  const { t } = useTranslation();
  const { dataset, look } = useQueryBuilder();
  const panel = useId();
  const withMatches = <Group extends { entries: FieldEntry[] }>(groups: Group[]) =>
    groups
      .map((group) => ({ ...group, entries: group.entries.filter((entry) => matchesSearch(entry, search)) }))
      .filter(({ entries }) => entries.length > 0);
  const groups = withMatches(groupsOf(dataset, look.language, t('explore.count')));
  const relatedGroups = withMatches(relatedGroupsOf(dataset, look.language));
  return (
    <>
      {search === '' && relatedGroups.length > 0 && (
        <p className={style['related']}>
          {t('explore.related')}
          {relatedGroups.map(({ prefix, title }) => (
            <button
              key={prefix}
              type="button"
              aria-label={t('explore.showRelated', { name: title })}
              onClick={() => showGroup(panel + prefix)}
            >
              <bdi>{title}</bdi>
            </button>
          ))}
        </p>
      )}
      {groups.map(({ key, entries }) => (
        <section key={key} aria-label={t(`explore.groups.${key}`)}>
          <h3>{t(`explore.groups.${key}`)}</h3>
          <ul>
            {entries.map((entry) => (
              <FieldItem key={entry.name + entry.type} entry={entry} onFilter={onFilter} />
            ))}
          </ul>
        </section>
      ))}
      {relatedGroups.map(({ prefix, title, entries }) => (
        <details key={prefix} id={panel + prefix} open={search !== '' || relatedGroups.length < 3}>
          <summary>
            <bdi>{title}</bdi>
          </summary>
          <ul>
            {entries.map((entry) => (
              <FieldItem key={entry.name + entry.type} entry={entry} onFilter={onFilter} />
            ))}
          </ul>
        </details>
      ))}
      {groups.length + relatedGroups.length === 0 && <p>{t('explore.noField', { wanted: search })}</p>}
    </>
  );
});

function FieldItem({ entry, onFilter }: { entry: FieldEntry } & FieldsPanelProps) {
  const { t } = useTranslation();
  const { spec, dataset, look, change } = useQueryBuilder();
  const { field, text, label, type, hint, verification } = entry;
  const { dimensions, measures } = usesOf(spec, field);
  return (
    <li>
      <button
        type="button"
        className={style['field']}
        draggable
        aria-pressed={dimensions.length + measures.length > 0}
        aria-label={label === text ? undefined : label}
        title={hint || undefined}
        onDragStart={(event) => startDrag(event, field)}
        onClick={() => change(toggleField({ dataset, weekStart: look.weekStart }, spec, field))}
      >
        <FieldIcon type={type} />
        <bdi>{text}</bdi>
        <VerifiedIcon verification={verification} />
      </button>
      {field.kind === 'column' && (
        <button
          type="button"
          className={style['filter']}
          aria-label={t('explore.filterBy', { name: label })}
          title={t('explore.filterBy', { name: label })}
          onClick={() => onFilter(field.id)}
        >
          <FilterOutlined aria-hidden />
        </button>
      )}
      {field.kind === 'column' && <DateParts column={field.id} type={type} name={label} />}
    </li>
  );
}

/** Buttons for the date parts of a time column: weekday, month of year and hour of day. */
function DateParts({ column, type, name }: { column: string; type: FieldEntry['type']; name: string }) {
  const { t } = useTranslation();
  const { spec, look, change } = useQueryBuilder();
  if (type !== 'time' && type !== 'date') return null;
  return (
    <span className={style['parts']} role="group" aria-label={t('explore.partsOf', { name })}>
      {partsFor(type).map((part) => (
        <button
          key={part}
          type="button"
          aria-pressed={findPart(spec, column, part) !== undefined}
          onClick={() => change(togglePart(spec, column, part))}
        >
          {capitalize(datePartLabel(part, look.language))}
        </button>
      ))}
    </span>
  );
}
