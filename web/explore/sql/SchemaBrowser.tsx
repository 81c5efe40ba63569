import { RightOutlined } from '@ant-design/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { DatasetColumn } from '#domain/columns/column.ts';
import type { ListedDataset } from '#contract/datasets/metrics.ts';
import { labelOf } from '#display/words/subject.ts';
import { useLanguage } from '#web/ui/language.ts';
import { quoteIdentifier, tableName } from './identifiers.ts';
import type { SqlSchema } from './schema.ts';
import style from './SchemaBrowser.module.css';

type SchemaBrowserProps = {
  schema: SqlSchema;
  opened: ReadonlySet<string>;
  onToggle: (dataset: string) => void;
  onInsert: (text: string) => void;
};

const searchAbove = 8;

/** Datasets and their columns; a click inserts the name into the editor. */
export function SchemaBrowser({ schema, opened, onToggle, onInsert }: SchemaBrowserProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [search, setSearch] = useState('');
  const { datasets, columns, isPending } = schema;
  const matches = (dataset: ListedDataset) =>
    [dataset.name, labelOf(dataset, language), dataset.application].some((text) =>
      text.toLowerCase().includes(search.trim().toLowerCase()),
    );
  return (
    <nav className={style['browser']} aria-label={t('sql.schema')}>
      <h3>{t('sql.schema')}</h3>
      {datasets.length > searchAbove && (
        <input
          type="search"
          aria-label={t('sql.find')}
          placeholder={t('sql.find')}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      )}
      {!isPending && datasets.length === 0 && <p>{t('sql.noDatasets')}</p>}
      <ul>
        {datasets.filter(matches).map((dataset) => (
          <li key={dataset.id}>
            <SchemaTable
              dataset={dataset}
              identifier={tableName(dataset, datasets)}
              isOpen={opened.has(dataset.id)}
              onToggle={() => onToggle(dataset.id)}
              onInsert={onInsert}
            />
            {opened.has(dataset.id) && <SchemaColumns columns={columns.get(dataset.id)} onInsert={onInsert} />}
          </li>
        ))}
      </ul>
    </nav>
  );
}

type SchemaTableProps = {
  dataset: ListedDataset;
  identifier: string;
  isOpen: boolean;
  onToggle: () => void;
  onInsert: (text: string) => void;
};

function SchemaTable({ dataset, identifier, isOpen, onToggle, onInsert }: SchemaTableProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const label = labelOf(dataset, language);
  return (
    <div className={style['table']}>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-label={t('sql.columnsOf', { name: dataset.name })}
        onClick={onToggle}
      >
        <RightOutlined aria-hidden data-open={isOpen} />
      </button>
      <button type="button" title={`${dataset.application} · ${label}`} onClick={() => onInsert(identifier)}>
        <span dir="auto">{dataset.name}</span>
        {label.toLowerCase() !== dataset.name.toLowerCase() && <small dir="auto">{label}</small>}
      </button>
    </div>
  );
}

function SchemaColumns({
  columns,
  onInsert,
}: {
  columns: DatasetColumn[] | undefined;
  onInsert: (text: string) => void;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (!columns) return <p>{t('common.loading')}</p>;
  return (
    <ul className={style['columns']}>
      {columns.map((column) => (
        <li key={column.id}>
          <button
            type="button"
            title={labelOf(column, language)}
            onClick={() => onInsert(quoteIdentifier(column.name))}
          >
            <span dir="auto">{column.name}</span>
            <small>{t(`data.types.${column.type}`)}</small>
          </button>
        </li>
      ))}
    </ul>
  );
}
