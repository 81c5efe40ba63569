import { DeleteOutlined, DownOutlined, UpOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Control } from '#domain/dashboard/dashboard.ts';
import type { Dataset } from '#contract/datasets/routes.ts';
import { labelOf, textOf } from '#display/words/subject.ts';
import { useLook } from '#web/shell/preferences.ts';
import { PlainSelect } from '#web/ui/PlainSelect.tsx';
import { ControlDefault } from './ControlDefault.tsx';
import { ControlTargets } from './ControlTargets.tsx';
import { columnIn, controlFor, controllableColumns, type ControlKind, emptyValue, kindsFor } from './controls.ts';
import { useDatasets } from './datasets.ts';
import { moveByOne } from '#domain/dashboard/dashboard-edits.ts';
import { useEditing } from './editing-context.ts';
import style from './Panel.module.css';
import { TextsField } from './TextsField.tsx';

/** The list of controls, or one control. */
export function ControlPanel({ id }: { id: string | null }) {
  const { now } = useEditing();
  const datasets = useDatasets(now);
  const control = now.controls.find((each) => each.id === id);
  return control ? <ControlFields control={control} datasets={datasets} /> : <ControlList datasets={datasets} />;
}

function ControlList({ datasets }: { datasets: Dataset[] }) {
  const { t } = useTranslation();
  const { language } = useLook();
  const { now, change, select } = useEditing();
  const shift = (id: string, step: -1 | 1) =>
    change((dashboard) => ({ ...dashboard, controls: moveByOne(dashboard.controls, id, step) }));
  const remove = (id: string) =>
    change((dashboard) => ({ ...dashboard, controls: dashboard.controls.filter((each) => each.id !== id) }));
  return (
    <>
      <ul className={style['list']}>
        {now.controls.map(({ id, label }) => (
          <li key={id}>
            <Button type="text" onClick={() => select({ kind: 'control', id })}>
              <bdi>{textOf(label, language) || t('dashboard.edit.unnamed')}</bdi>
            </Button>
            <Button
              size="small"
              type="text"
              icon={<UpOutlined aria-hidden />}
              aria-label={t('dashboard.edit.earlier')}
              onClick={() => shift(id, -1)}
            />
            <Button
              size="small"
              type="text"
              icon={<DownOutlined aria-hidden />}
              aria-label={t('dashboard.edit.later')}
              onClick={() => shift(id, 1)}
            />
            <Button
              size="small"
              type="text"
              danger
              icon={<DeleteOutlined aria-hidden />}
              aria-label={t('dashboard.edit.remove')}
              onClick={() => remove(id)}
            />
          </li>
        ))}
      </ul>
      <NewControl datasets={datasets} />
    </>
  );
}

const maxControls = 30;

/** Any column of the cards' datasets can become a control. */
function NewControl({ datasets }: { datasets: Dataset[] }) {
  const { t } = useTranslation();
  const { language } = useLook();
  const { now, change, select } = useEditing();
  const [chosen, setChosen] = useState<string>();
  const dataset = datasets.find(({ id }) => id === chosen) ?? datasets[0];
  if (!dataset) return <p className={style['note']}>{t('dashboard.edit.noDatasets')}</p>;
  if (now.controls.length >= maxControls) return <p className={style['note']}>{t('dashboard.edit.enoughControls')}</p>;
  const add = (column: string) => {
    const match = dataset.columns.find(({ id }) => id === column);
    if (!match) return;
    const control = controlFor(dataset, match, datasets);
    change((dashboard) => ({ ...dashboard, controls: [...dashboard.controls, control] }));
    select({ kind: 'control', id: control.id });
  };
  return (
    <section>
      <h3>{t('dashboard.edit.newControl')}</h3>
      <div className={style['row']}>
        {datasets.length > 1 && (
          <PlainSelect
            label={t('explore.dataset')}
            value={dataset.id}
            options={datasets.map((each) => ({ value: each.id, text: labelOf(each, language) }))}
            onChange={setChosen}
          />
        )}
        <PlainSelect
          label={t('dashboard.edit.column')}
          value=""
          options={[
            { value: '', text: t('dashboard.edit.chooseColumn') },
            ...controllableColumns(dataset).map((column) => ({ value: column.id, text: labelOf(column, language) })),
          ]}
          onChange={add}
        />
      </div>
    </section>
  );
}

function ControlFields({ control, datasets }: { control: Control; datasets: Dataset[] }) {
  const { t } = useTranslation();
  const { change, select } = useEditing();
  const set = (next: Control, group?: string) =>
    change(
      (dashboard) => ({
        ...dashboard,
        controls: dashboard.controls.map((each) => (each.id === control.id ? next : each)),
      }),
      group,
    );
  const remove = () => {
    change((dashboard) => ({ ...dashboard, controls: dashboard.controls.filter((each) => each.id !== control.id) }));
    select({ kind: 'control', id: null });
  };
  const column = datasets
    .flatMap((dataset) => dataset.columns.filter(({ id }) => id === columnIn(control, dataset.id)))
    .at(0);
  return (
    <>
      <TextsField
        label={t('dashboard.edit.label')}
        texts={control.label}
        onChange={(label) => set({ ...control, label }, `label ${control.id}`)}
      />
      <section>
        <h3>{t('dashboard.edit.controlKind')}</h3>
        <div className={style['row']}>
          <PlainSelect<ControlKind>
            label={t('dashboard.edit.controlKind')}
            value={control.value.kind}
            options={kindsFor(column).map((kind) => ({ value: kind, text: t(`dashboard.edit.controlKinds.${kind}`) }))}
            onChange={(kind) => set({ ...control, value: emptyValue(kind) })}
          />
          {control.value.kind === 'select' && (
            <label className={style['flag']}>
              <input
                type="checkbox"
                checked={control.isMany}
                onChange={({ target }) => set({ ...control, isMany: target.checked })}
              />
              {t('dashboard.edit.many')}
            </label>
          )}
        </div>
      </section>
      <ControlTargets control={control} datasets={datasets} onChange={set} />
      <ControlDefault control={control} datasets={datasets} onChange={set} />
      <div className={style['row']}>
        <Button onClick={() => select({ kind: 'control', id: null })}>{t('dashboard.edit.allControls')}</Button>
        <Button danger onClick={remove}>
          {t('dashboard.edit.remove')}
        </Button>
      </div>
    </>
  );
}
