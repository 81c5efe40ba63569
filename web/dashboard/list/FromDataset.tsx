import { useQuery } from '@tanstack/react-query';
import Alert from 'antd/es/alert';
import Modal from 'antd/es/modal';
import Select from 'antd/es/select';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { type Template, templates } from '#contract/dashboards.ts';
import type { ListedDataset } from '#contract/metrics.ts';
import { labelOf } from '#display/words/subject.ts';
import { datasetsQuery } from '#web/http/ask.ts';
import { useReturnFocus } from '#web/ui/dialog.ts';
import { useLanguage } from '#web/ui/language.ts';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { sentenceOf } from '#web/ui/problem.ts';
import style from './FromDataset.module.css';
import { useAutomatic } from './making.ts';
import { outlines } from './outlines.ts';
import { Thumbnail } from './Thumbnail.tsx';

/** Which dataset a new dashboard is about, and what it should show first of all. */
export function FromDataset({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  useReturnFocus();
  const { data: datasets } = useQuery({ ...datasetsQuery, throwOnError: false });
  const [chosen, choose] = useState<string>();
  const [template, setTemplate] = useState<Template>('overview');
  const { make, isMaking, error } = useAutomatic();
  const dataset = chosen ?? lastOf(datasets ?? [])?.id;
  return (
    <Modal
      open
      width={720}
      title={t('dashboard.list.fromDataset')}
      okText={t('dashboard.list.make')}
      okButtonProps={{ disabled: !dataset }}
      confirmLoading={isMaking}
      onOk={() => dataset && make({ dataset, template })}
      onCancel={onClose}
    >
      {error && <Alert type="error" showIcon title={sentenceOf(error)} style={{ marginBottom: 16 }} />}
      {datasets?.length === 0 && (
        <Alert
          type="info"
          title={t('dashboard.list.noDatasets')}
          action={<LinkButton to="/application">{t('dashboard.empty.action')}</LinkButton>}
          style={{ marginBottom: 16 }}
        />
      )}
      <Datasets datasets={datasets ?? []} value={dataset} onChange={choose} />
      <fieldset className={style['templates']}>
        <legend>{t('dashboard.list.template')}</legend>
        {templates.map((each) => (
          <label key={each}>
            <input
              type="radio"
              name="template"
              value={each}
              checked={each === template}
              onChange={() => setTemplate(each)}
            />
            <Thumbnail sketch={outlines[each]} />
            <b>{t(`dashboard.list.templates.${each}.name`)}</b>
            <span>{t(`dashboard.list.templates.${each}.text`)}</span>
          </label>
        ))}
      </fieldset>
    </Modal>
  );
}

/** Where data arrived last is what one most likely wants to see. */
const lastOf = (datasets: ListedDataset[]): ListedDataset | undefined =>
  datasets.toSorted((a, b) => (b.lastDataAt ?? '').localeCompare(a.lastDataAt ?? ''))[0];

type Choice = { datasets: ListedDataset[]; value: string | undefined; onChange: (id: string) => void };

function Datasets({ datasets, value, onChange }: Choice) {
  const { t } = useTranslation();
  const language = useLanguage();
  const field = useId();
  return (
    <>
      <label htmlFor={field}>{t('explore.dataset')}</label>
      <Select
        id={field}
        className={style['dataset']!}
        showSearch={{ optionFilterProp: 'label' }}
        {...(value && { value })}
        onChange={onChange}
        options={datasets.map((dataset) => ({
          value: dataset.id,
          label: t('common.pair', { name: dataset.application, value: labelOf(dataset, language) }),
        }))}
      />
    </>
  );
}
