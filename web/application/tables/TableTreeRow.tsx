import { CaretRightOutlined } from '@ant-design/icons';
import Checkbox from 'antd/es/checkbox/Checkbox';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

import type { ConnectedTable } from '#contract/connections/routes.ts';
import { formatShort } from '#display/format/number.ts';
import { useLanguage } from '#web/ui/language.ts';
import { sentenceOf } from '#web/ui/problem.ts';
import { tableKeyOf, type TreeRow } from './table-tree.ts';
import style from './Tables.module.css';

type TableTreeRowProps<Row extends TreeRow = TreeRow> = {
  application: string;
  row: Row;
  chosen: ReadonlyMap<string, ConnectedTable>;
  onChoose: (tables: ConnectedTable[], isChosen: boolean) => void;
  onToggleSchema: (schema: string) => void;
  onToggleTable: (table: ConnectedTable) => void;
};

export function TableTreeRow({ row, ...props }: TableTreeRowProps) {
  const { t } = useTranslation();
  switch (row.kind) {
    case 'schema':
      return <SchemaRow {...props} row={row} />;
    case 'table':
      return <TableRow {...props} row={row} />;
    case 'column':
      return <ColumnRow row={row} />;
    case 'waiting':
      return <span className={style['detail']}>{t('common.loading')}…</span>;
    case 'noColumns':
      return <span className={style['detail']}>{t('tables.noColumns')}</span>;
    default:
      return <FailedRow error={row.error} />;
  }
}

function FailedRow({ error }: { error: unknown }) {
  const sentence = sentenceOf(error);
  return (
    <span className={style['failure']} role="alert" title={sentence}>
      {sentence}
    </span>
  );
}

type RowOf<Kind extends TreeRow['kind']> = Extract<TreeRow, { kind: Kind }>;

function SchemaRow({ row: { group, isOpen }, chosen, onChoose, onToggleSchema }: TableTreeRowProps<RowOf<'schema'>>) {
  const { t } = useTranslation();
  const { schema, tables } = group;
  const free = tables.filter(({ dataset }) => dataset === null);
  const count = free.filter((table) => chosen.has(tableKeyOf(table))).length;
  return (
    <>
      <Checkbox
        aria-label={t('tables.chooseAll', { name: schema })}
        checked={free.length > 0 && count === free.length}
        indeterminate={count > 0 && count < free.length}
        disabled={free.length === 0}
        onChange={(event) => onChoose(free, event.target.checked)}
      />
      <button
        type="button"
        className={style['toggle']}
        aria-expanded={isOpen}
        aria-label={t('tables.openSchema', { name: schema })}
        onClick={() => onToggleSchema(schema)}
      >
        <CaretRightOutlined aria-hidden />
        <b dir="auto">{schema}</b>
        <small>{t('tables.count', { count: tables.length })}</small>
      </button>
    </>
  );
}

function TableRow({
  application,
  row: { table, isOpen },
  chosen,
  onChoose,
  onToggleTable,
}: TableTreeRowProps<RowOf<'table'>>) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { name, comment, kind, rows, dataset } = table;
  return (
    <>
      <Checkbox
        aria-label={t('tables.choose', { name })}
        checked={dataset !== null || chosen.has(tableKeyOf(table))}
        disabled={dataset !== null}
        onChange={(event) => onChoose([table], event.target.checked)}
      />
      <button
        type="button"
        className={style['toggle']}
        aria-expanded={isOpen}
        aria-label={t('tables.open', { name })}
        title={comment ? `${name}\n${comment}` : name}
        onClick={() => onToggleTable(table)}
      >
        <CaretRightOutlined aria-hidden />
        <span dir="auto" className={style['name']}>
          {name}
        </span>
        {kind === 'view' && <small className={style['tag']}>{t('tables.view')}</small>}
        <small dir="auto" className={style['comment']}>
          {comment}
        </small>
      </button>
      {rows !== null && (
        <small className={`numbers ${style['rows']}`}>
          {t('tables.rows', { rows: formatShort(rows, language), count: rows })}
        </small>
      )}
      {dataset !== null && <Link to={`/application/${application}/datasets/${dataset}`}>{t('tables.added')}</Link>}
    </>
  );
}

function ColumnRow({ row: { column } }: { row: RowOf<'column'> }) {
  const { t } = useTranslation();
  return (
    <span className={style['column']}>
      <code dir="auto" title={column.name}>
        {column.name}
      </code>
      <small>{t(`data.types.${column.type}`)}</small>
      <small title={column.declared}>{column.declared}</small>
      <small dir="auto" className={style['comment']} title={column.comment}>
        {column.comment}
      </small>
    </span>
  );
}
