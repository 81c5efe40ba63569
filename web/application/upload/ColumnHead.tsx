import Checkbox from 'antd/es/checkbox/Checkbox';
import { useTranslation } from 'react-i18next';

import { columnRoles } from '#domain/columns/column.ts';
import { numberFormats } from '#domain/query/chart.ts';
import type { EmptyRules } from '#domain/cells/empty-cells.ts';
import type { DetectedColumn } from '#contract/imports/routes.ts';
import { emptyRulesOf } from '#domain/cells/empty-cells.ts';
import { isNumeric } from '#domain/query/column-types.ts';
import { type ColumnType, columnTypes } from '#domain/query/query.ts';
import { formatNumber } from '#display/format/number.ts';
import { useLanguage } from '#web/ui/language.ts';
import { PlainSelect } from '#web/ui/PlainSelect.tsx';
import type { UploadColumnPlan } from './column-plans.ts';
import style from './Preview.module.css';

export type UploadColumnEdit = Partial<DetectedColumn> & { isIncluded?: boolean; empty?: EmptyRules };

type UploadColumnHeadProps = {
  column: UploadColumnPlan;
  original: string;
  /** Whether nothing can be changed yet. */
  isDisabled: boolean;
  /** Types that an existing column can get; more than one only if all of its rows are replaced. */
  types: ColumnType[];
  onChange: (change: UploadColumnEdit) => void;
};

/** Header of a column: included or skipped, name and type. */
export function ColumnHead({ column, original, types, isDisabled, onChange }: UploadColumnHeadProps) {
  const { t } = useTranslation();
  const { isIncluded, name } = column;
  return (
    <th scope="col" data-skipped={!isIncluded}>
      <div className={style['head']}>
        <div className={style['name']}>
          <Checkbox
            checked={isIncluded}
            disabled={isDisabled}
            aria-label={t('upload.take', { name: original })}
            onChange={(event) => onChange({ isIncluded: event.target.checked })}
          />
          {column.id ? (
            <strong dir="auto">{name}</strong>
          ) : (
            <input
              dir="auto"
              aria-label={t('upload.nameOf', { name: original })}
              value={name}
              maxLength={200}
              disabled={isDisabled || !isIncluded}
              data-wrong={!name.trim()}
              onChange={(event) => onChange({ name: event.target.value })}
            />
          )}
        </div>
        {column.id ? (
          <ExistingColumnType column={column} original={original} types={types} onChange={onChange} />
        ) : (
          <NewColumnFields column={column} original={original} isDisabled={isDisabled} onChange={onChange} />
        )}
        <Markers column={column} isDisabled={isDisabled} onChange={onChange} />
      </div>
    </th>
  );
}

/** Texts that may mean an empty cell, with their counts; a checkbox sets whether they do. */
function Markers({
  column: { markers, isIncluded },
  isDisabled,
  onChange,
}: Pick<UploadColumnHeadProps, 'column' | 'isDisabled' | 'onChange'>) {
  const { t } = useTranslation();
  const language = useLanguage();
  return markers.map(({ text, count, isEmpty }) => (
    <Checkbox
      key={text}
      className={style['marker']!}
      checked={isEmpty}
      disabled={isDisabled || !isIncluded}
      onChange={(event) => onChange({ empty: { ...emptyRulesOf(markers), [text]: event.target.checked } })}
    >
      {t('upload.emptyMarker', { text, count: formatNumber(count, language) })}
    </Checkbox>
  ));
}

/** An existing column has a fixed type; when all rows are replaced it can take the new one. */
function ExistingColumnType({ column, original: name, types, onChange }: Omit<UploadColumnHeadProps, 'isDisabled'>) {
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

function NewColumnFields({ column, original: name, isDisabled, onChange }: Omit<UploadColumnHeadProps, 'types'>) {
  const { t } = useTranslation();
  return (
    <fieldset disabled={isDisabled || !column.isIncluded} className={style['understood']}>
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
