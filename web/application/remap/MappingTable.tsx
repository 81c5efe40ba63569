import { useTranslation } from 'react-i18next';

import type { Dataset } from '#contract/datasets/routes.ts';
import { useLanguage } from '#web/ui/language.ts';
import { PlainSelect } from '#web/ui/PlainSelect.tsx';
import { labelOf } from '../names.ts';
import { candidatesOf, type RemapField, type RemapFields } from './remap-fields.ts';
import style from './Remap.module.css';
import pairs from '../ColumnPairs.module.css';

type MappingTableProps = {
  fields: RemapField[];
  target: Dataset;
  mapping: RemapFields;
  isSame: boolean;
  onChange: (mapping: RemapFields) => void;
};

/** Each used column and metric, with a select for its replacement. */
export function MappingTable({ fields, target, mapping, isSame, onChange }: MappingTableProps) {
  const { t } = useTranslation();
  if (fields.length === 0) return <p>{t('dataset.use.title')}</p>;
  return (
    <div className={style['mapping']}>
      <table className={pairs['table']}>
        <thead>
          <tr>
            <th scope="col">{t('remap.from')}</th>
            <th scope="col">{t('remap.to')}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <MappingRow
              key={field.id}
              {...{ field, target, isSame }}
              value={mapping[field.kind][field.id] ?? ''}
              onChange={(id) => onChange({ ...mapping, [field.kind]: { ...mapping[field.kind], [field.id]: id } })}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type MappingRowProps = {
  field: RemapField;
  target: Dataset;
  isSame: boolean;
  value: string;
  onChange: (id: string) => void;
};

function MappingRow({ field, target, isSame, value, onChange }: MappingRowProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const name = field.type === null ? t('remap.gone', { name: field.name }) : labelOf(field, language);
  const typeName = (each: object) =>
    'type' in each ? t(`data.types.${String(each.type)}`) : t('dataset.use.kinds.metric');
  const options = candidatesOf(field, target).map((each) => ({
    value: each.id,
    text: t('remap.option', { name: labelOf(each, language), type: typeName(each) }),
  }));
  return (
    <tr>
      <th scope="row" dir="auto">
        {name}
        <small className={style['facts']}>
          {field.kind === 'metrics' ? t('dataset.use.kinds.metric') : field.type && t(`data.types.${field.type}`)}
          {' · '}
          {t('remap.uses', { count: field.uses })}
        </small>
      </th>
      <td>
        <PlainSelect
          label={t('remap.replacement', { name })}
          value={value}
          options={[{ value: '', text: t(isSame ? 'remap.keep' : 'remap.none') }, ...options]}
          onChange={onChange}
        />
      </td>
    </tr>
  );
}
