import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import Alert from 'antd/es/alert';
import Modal from 'antd/es/modal';
import Select from 'antd/es/select';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';

import { dashboardTemplates } from '#contract/dashboards/routes.ts';
import type { ListedDataset } from '#contract/datasets/metrics.ts';
import { markedName } from '#display/words/verification.ts';
import { allDatasetsQuery } from '#web/http/run-query.ts';
import { useReturnFocus } from '#web/ui/return-focus.ts';
import { useLanguage } from '#web/ui/language.ts';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { sentenceOf } from '#web/ui/problem.ts';
import { call } from '#web/http/client.ts';
import { dashboardQuery, createAutomaticDashboard } from '#web/http/dashboards.ts';
import { emptyDashboard, noTexts } from '#domain/dashboard/dashboard-edits.ts';
import style from './NewDialog.module.css';
import { type TemplateChoice, templateSketches } from './template-sketches.ts';
import { Thumbnail } from './Thumbnail.tsx';

/** Creates a dashboard: blank, or from a template for a dataset. */
export function NewDialog({ folder, onClose }: { folder: string | null; onClose: () => void }) {
  const { t } = useTranslation();
  useReturnFocus();
  const { data: datasets } = useQuery({ ...allDatasetsQuery, throwOnError: false });
  const [chosen, choose] = useState<string>();
  const [chosenTemplate, setChosenTemplate] = useState<TemplateChoice>();
  const { create, isCreating, error } = useCreateDashboard(folder);
  const dataset = chosen ?? latestOf(datasets ?? [])?.id;
  // No default until the datasets are loaded: a default that changes under the pointer leads to wrong clicks.
  const template = chosenTemplate ?? (datasets && (datasets.length === 0 ? 'blank' : 'overview'));
  const isBlank = template === 'blank';
  const canCreate = isBlank || (template !== undefined && dataset !== undefined);
  return (
    <Modal
      open
      width={760}
      title={t('dashboard.list.new')}
      okText={t('dashboard.list.make')}
      okButtonProps={{ disabled: !canCreate }}
      confirmLoading={isCreating}
      onOk={() => template && create({ template, dataset }, { onSuccess: onClose })}
      onCancel={onClose}
    >
      {error && <Alert type="error" showIcon title={sentenceOf(error)} style={{ marginBottom: 16 }} />}
      <TemplateChoices value={template} onChange={setChosenTemplate} />
      {!isBlank && datasets?.length === 0 && <NoData />}
      {!isBlank && datasets?.length !== 0 && <DatasetSelect datasets={datasets} value={dataset} onChange={choose} />}
    </Modal>
  );
}

/** The dataset with the latest data is the default. */
const latestOf = (datasets: ListedDataset[]): ListedDataset | undefined =>
  datasets.toSorted((a, b) => (b.lastDataAt ?? '').localeCompare(a.lastDataAt ?? ''))[0];

type TemplateChoicesProps = { value: TemplateChoice | undefined; onChange: (value: TemplateChoice) => void };

function TemplateChoices({ value, onChange }: TemplateChoicesProps) {
  const { t } = useTranslation();
  return (
    <fieldset className={style['templates']}>
      <legend>{t('dashboard.list.template')}</legend>
      {([...dashboardTemplates, 'blank'] as const).map((each) => (
        <label key={each}>
          <input type="radio" name="template" value={each} checked={each === value} onChange={() => onChange(each)} />
          <Thumbnail sketch={templateSketches[each]} />
          <b>{t(`dashboard.list.templates.${each}.name`)}</b>
          <span>{t(`dashboard.list.templates.${each}.text`)}</span>
        </label>
      ))}
    </fieldset>
  );
}

function NoData() {
  const { t } = useTranslation();
  return (
    <Alert
      type="info"
      title={t('dashboard.list.noDatasets')}
      action={<LinkButton to="/application">{t('dashboard.empty.action')}</LinkButton>}
    />
  );
}

type DatasetSelectProps = {
  datasets: ListedDataset[] | undefined;
  value: string | undefined;
  onChange: (id: string) => void;
};

function DatasetSelect({ datasets, value, onChange }: DatasetSelectProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const field = useId();
  return (
    <>
      <label htmlFor={field}>{t('dashboard.list.about')}</label>
      <Select
        id={field}
        className={style['dataset']!}
        showSearch={{ optionFilterProp: 'label' }}
        {...(value && { value })}
        onChange={onChange}
        loading={datasets === undefined}
        options={(datasets ?? []).map((dataset) => ({
          value: dataset.id,
          label: t('common.pair', { name: dataset.application, value: markedName(dataset, language) }),
        }))}
      />
    </>
  );
}

type NewDashboardRequest = { template: TemplateChoice; dataset: string | undefined };

/** Creates a dashboard from a template and opens it, or a blank one in the editor. */
function useCreateDashboard(folder: string | null) {
  const { t } = useTranslation();
  const language = useLanguage();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ template, dataset }: NewDashboardRequest) => {
      if (template !== 'blank') return createAutomaticDashboard(dataset!, template, folder);
      const title = { ...noTexts, [language]: t('dashboard.view.untitled') };
      return call('POST /dashboards', { dashboard: emptyDashboard(title), folder });
    },
    onSuccess: async (created, { template }) => {
      queries.setQueryData(dashboardQuery(created.id).queryKey, created);
      await navigate(`/dashboard/${created.id}${template === 'blank' ? '?mode=edit' : ''}`);
    },
  });
  return { create: mutate, isCreating: isPending, error };
}
