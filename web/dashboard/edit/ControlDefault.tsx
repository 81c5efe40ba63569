import Input from 'antd/es/input/Input';
import InputNumber from 'antd/es/input-number';
import { useTranslation } from 'react-i18next';

import type { Control } from '#domain/dashboard/dashboard.ts';
import type { Dataset } from '#contract/datasets/routes.ts';
import { emptyQuerySpec } from '#domain/query/query.ts';
import { QueryBuilderContext } from '#web/explore/query-builder.ts';
import { ValuesChoice } from '#web/explore/ValuesChoice.tsx';
import { useLook } from '#web/shell/preferences.ts';
import { columnIn } from './controls.ts';
import style from './Panel.module.css';

type ControlDefaultProps = {
  control: Control;
  datasets: Dataset[];
  onChange: (control: Control, group?: string) => void;
};

/** Default value of a control. */
export function ControlDefault({ control, datasets, onChange }: ControlDefaultProps) {
  const { t } = useTranslation();
  return (
    <section>
      <h3>{t('dashboard.edit.default')}</h3>
      <DefaultValueField control={control} datasets={datasets} onChange={onChange} />
    </section>
  );
}

function DefaultValueField({ control, datasets, onChange }: ControlDefaultProps) {
  const { t } = useTranslation();
  const { value } = control;
  const group = `default ${control.id}`;
  if (value.kind === 'text') {
    return (
      <Input
        aria-label={t('dashboard.edit.default')}
        maxLength={1000}
        dir="auto"
        value={value.value}
        onChange={({ target }) => onChange({ ...control, value: { ...value, value: target.value } }, group)}
      />
    );
  }
  if (value.kind === 'select') return <DefaultValuesField control={control} datasets={datasets} onChange={onChange} />;
  return (
    <div className={style['row']}>
      <InputNumber
        aria-label={t('dashboard.edit.least')}
        placeholder={t('dashboard.edit.least')}
        value={value.from}
        onChange={(from) => onChange({ ...control, value: { ...value, from } }, group)}
      />
      <InputNumber
        aria-label={t('dashboard.edit.most')}
        placeholder={t('dashboard.edit.most')}
        value={value.to}
        onChange={(to) => onChange({ ...control, value: { ...value, to } }, group)}
      />
    </div>
  );
}

/** The values of the control's first target column. */
function DefaultValuesField({ control, datasets, onChange }: ControlDefaultProps) {
  const { t } = useTranslation();
  const look = useLook();
  const { value, isMany } = control;
  const dataset = datasets.find(({ id }) => columnIn(control, id) !== '');
  const column = dataset?.columns.find(({ id }) => id === columnIn(control, dataset.id));
  if (!dataset || !column || value.kind !== 'select')
    return <p className={style['note']}>{t('dashboard.edit.noValues')}</p>;
  const context = { spec: emptyQuerySpec(dataset.id), dataset, look, change: () => undefined };
  return (
    <QueryBuilderContext value={context}>
      <div>
        <ValuesChoice
          column={column}
          excludedFilter={undefined}
          values={value.values}
          onChange={(values) =>
            onChange({ ...control, value: { kind: 'select', values: isMany ? values : values.slice(-1) } })
          }
        />
      </div>
    </QueryBuilderContext>
  );
}
