import { RightOutlined } from '@ant-design/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { DatasetColumn } from '#contract/datasets.ts';
import type { ListedDataset } from '#contract/metrics.ts';
import { labelOf } from '#display/words/subject.ts';
import { useLanguage } from '#web/ui/language.ts';
import { identifier, tableName } from './names.ts';
import type { Schema } from './schema.ts';
import style from './SchemaBrowser.module.css';

type Props = {
  schema: Schema;
  opened: ReadonlySet<string>;
  onToggle: (dataset: string) => void;
  onInsert: (text: string) => void;
};

const many = 8;

/** What can be asked about: datasets and their columns. A click writes the name into the text. */
export function SchemaBrowser({ schema, opened, onToggle, onInsert }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [wanted, setWanted] = useState('');
  const { datasets, columns, isPending } = schema;
  const isWanted = (dataset: ListedDataset) =>
    [dataset.name, labelOf(dataset, language), dataset.application].some((text) =>
      text.toLowerCase().includes(wanted.trim().toLowerCase()),
    );
  return (
    <nav className={style['browser']} aria-label={t('sql.schema')}>
      <h3>{t('sql.schema')}</h3>
      {datasets.length > many && (
        <input
          type="search"
          aria-label={t('sql.find')}
          placeholder={t('sql.find')}
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
        />
      )}
      {!isPending && datasets.length === 0 && <p>{t('sql.noDatasets')}</p>}
      <ul>
        {datasets.filter(isWanted).map((dataset) => (
          <li key={dataset.id}>
            <Table
              dataset={dataset}
              written={tableName(dataset, datasets)}
              isOpen={opened.has(dataset.id)}
              onToggle={() => onToggle(dataset.id)}
              onInsert={onInsert}
            />
            {opened.has(dataset.id) && <Columns columns={columns.get(dataset.id)} onInsert={onInsert} />}
          </li>
        ))}
      </ul>
    </nav>
  );
}

type TableProps = {
  dataset: ListedDataset;
  written: string;
  isOpen: boolean;
  onToggle: () => void;
  onInsert: (text: string) => void;
};

function Table({ dataset, written, isOpen, onToggle, onInsert }: TableProps) {
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
      <button type="button" title={`${dataset.application} · ${label}`} onClick={() => onInsert(written)}>
        <span dir="auto">{dataset.name}</span>
        {label.toLowerCase() !== dataset.name.toLowerCase() && <small dir="auto">{label}</small>}
      </button>
    </div>
  );
}

function Columns({ columns, onInsert }: { columns: DatasetColumn[] | undefined; onInsert: (text: string) => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (!columns) return <p>{t('common.loading')}</p>;
  return (
    <ul className={style['columns']}>
      {columns.map((column) => (
        <li key={column.id}>
          <button type="button" title={labelOf(column, language)} onClick={() => onInsert(identifier(column.name))}>
            <span dir="auto">{column.name}</span>
            <small>{t(`data.types.${column.type}`)}</small>
          </button>
        </li>
      ))}
    </ul>
  );
}
