import Checkbox from 'antd/es/checkbox/Checkbox';
import { useTranslation } from 'react-i18next';

import { columnFormats, columnRoles } from '#contract/datasets.ts';
import type { FoundColumn } from '#contract/imports.ts';
import { columnTypes } from '#contract/query.ts';
import { PlainSelect } from '#web/ui/PlainSelect.tsx';
import { isNumeric } from '../dataset/cell.ts';
import type { PlannedColumn } from './plan.ts';
import style from './Preview.module.css';

export type ColumnChange = Partial<FoundColumn> & { kept?: boolean };

type Props = { column: PlannedColumn; original: string; onChange: (change: ColumnChange) => void };

/** The head of a column: taken or skipped, its name, and how its values are understood. */
export function ColumnHead({ column, original, onChange }: Props) {
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
        {column.id ? <Known column={column} /> : <Understood column={column} original={original} onChange={onChange} />}
      </div>
    </th>
  );
}

/** A column of a dataset that is there has its type already. */
function Known({ column }: { column: PlannedColumn }) {
  const { t } = useTranslation();
  return (
    <span className={style['known']}>
      {t(`data.types.${column.type}`)} · {t(`data.roles.${column.role}`)}
    </span>
  );
}

function Understood({ column, original: name, onChange }: Props) {
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
            options={columnFormats.map((value) => ({ value, text: t(`data.formats.${value}`) }))}
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
