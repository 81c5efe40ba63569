import Checkbox from 'antd/es/checkbox/Checkbox';
import { useTranslation } from 'react-i18next';

import { columnRoles, numberFormats } from '#contract/datasets.ts';
import type { EmptyRules } from '#contract/empty-cells.ts';
import { type FoundColumn, rulesOf } from '#contract/imports.ts';
import { type ColumnType, columnTypes } from '#contract/query.ts';
import { formatNumber } from '#display/format/number.ts';
import { useLanguage } from '#web/ui/language.ts';
import { PlainSelect } from '#web/ui/PlainSelect.tsx';
import { isNumeric } from '../dataset/cell.ts';
import type { PlannedColumn } from './plan.ts';
import style from './Preview.module.css';

export type ColumnChange = Partial<FoundColumn> & { kept?: boolean; empty?: EmptyRules };

type Props = {
  column: PlannedColumn;
  original: string;
  /** Types that a column of a dataset can get with these rows; more than one if all of its rows are replaced. */
  types: ColumnType[];
  onChange: (change: ColumnChange) => void;
};

/** The head of a column: taken or skipped, its name, and how its values are understood. */
export function ColumnHead({ column, original, types, onChange }: Props) {
  const { t } = useTranslation();
  const { kept, name } = column;
  return (
    <th scope="col" data-skipped={!kept}>
      <div className={style['head']}>
        <div className={style['name']}>
          <Checkbox
            checked={kept}
            aria-label={t('upload.take', { name: original })}
            onChange={(event) => onChange({ kept: event.target.checked })}
          />
          {column.id ? (
            <strong dir="auto">{name}</strong>
          ) : (
            <input
              dir="auto"
              aria-label={t('upload.nameOf', { name: original })}
              value={name}
              maxLength={200}
              disabled={!kept}
              data-wrong={!name.trim()}
              onChange={(event) => onChange({ name: event.target.value })}
            />
          )}
        </div>
        {column.id ? (
          <Known column={column} original={original} types={types} onChange={onChange} />
        ) : (
          <Understood column={column} original={original} onChange={onChange} />
        )}
        <Markers column={column} onChange={onChange} />
      </div>
    </th>
  );
}

/** Texts that may stand for an empty cell: how often they were seen, and whether they are read so. */
function Markers({ column: { markers, kept }, onChange }: Pick<Props, 'column' | 'onChange'>) {
  const { t } = useTranslation();
  const language = useLanguage();
  return markers.map(({ text, count, isEmpty }) => (
    <Checkbox
      key={text}
      className={style['marker']!}
      checked={isEmpty}
      disabled={!kept}
      onChange={(event) => onChange({ empty: { ...rulesOf(markers), [text]: event.target.checked } })}
    >
      {t('upload.emptyMarker', { text, count: formatNumber(count, language) })}
    </Checkbox>
  ));
}

/** A column of a dataset that is there has its type already; with all new rows it can get theirs. */
function Known({ column, original: name, types, onChange }: Props) {
  const { t } = useTranslation();
  if (types.length > 1)
    return (
      <PlainSelect
        label={t('upload.typeOf', { name })}
        value={column.type}
        options={types.map((value) => ({ value, text: t(`data.types.${value}`) }))}
        onChange={(type) => onChange({ type })}
      />
    );
  return (
    <span className={style['known']}>
      {t(`data.types.${column.type}`)} · {t(`data.roles.${column.role}`)}
    </span>
  );
}

function Understood({ column, original: name, onChange }: Omit<Props, 'types'>) {
  const { t } = useTranslation();
  return (
    <fieldset disabled={!column.kept} className={style['understood']}>
      <PlainSelect
        isSmall
        label={t('upload.typeOf', { name })}
        value={column.type}
        options={columnTypes.map((value) => ({ value, text: t(`data.types.${value}`) }))}
        onChange={(type) => onChange({ type })}
      />
      <PlainSelect
        isSmall
        label={t('upload.roleOf', { name })}
        value={column.role}
        options={columnRoles.map((value) => ({ value, text: t(`data.roles.${value}`) }))}
        onChange={(role) => onChange({ role })}
      />
      {isNumeric(column) && (
        <>
          <PlainSelect
            isSmall
            label={t('upload.formatOf', { name })}
            value={column.format}
            options={numberFormats.map((value) => ({ value, text: t(`data.formats.${value}`) }))}
            onChange={(format) => onChange({ format })}
          />
          <input
            aria-label={t('upload.unitOf', { name })}
            placeholder={t('data.unit')}
            value={column.unit}
            maxLength={20}
            onChange={(event) => onChange({ unit: event.target.value })}
          />
        </>
      )}
    </fieldset>
  );
}
