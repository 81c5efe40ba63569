import { ApartmentOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Dataset, DatasetMetric } from '#contract/datasets/routes.ts';
import { formulaText } from '#display/words/formula.ts';
import { textOf } from '#display/words/subject.ts';
import { marksOf } from '#display/words/verification.ts';
import { call } from '#web/http/client.ts';
import { queriedDatasetQuery, storeDataset } from '#web/http/datasets.ts';
import { useMayEdit } from '#web/http/applications.ts';
import { clip } from '#web/ui/Clip.tsx';
import { DataTable } from '#web/ui/DataTable.tsx';
import { useLanguage } from '#web/ui/language.ts';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { toastProblem } from '#web/ui/problem.ts';
import { actionColumn, RowActions } from '#web/ui/RowActions.tsx';
import { labelOf } from '../names.ts';
import { VerifiedMark } from '#web/ui/VerifiedMark.tsx';
import { ImpactDialog } from './ImpactDialog.tsx';
import { MetricDialog } from './MetricDialog.tsx';
import style from './MetricsTab.module.css';
import { VerificationDialog } from './VerificationDialog.tsx';

/** The named calculations of a dataset. */
export function MetricsTab({ dataset }: { dataset: Dataset }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const isEditor = useMayEdit(dataset.applicationId);
  const queries = useQueryClient();
  const { data: queried = dataset } = useQuery({ ...queriedDatasetQuery(dataset.id), throwOnError: false });
  const [edited, setEdited] = useState<DatasetMetric | 'new'>();
  const [marking, setMarking] = useState<DatasetMetric>();
  const [deleting, setDeleting] = useState<DatasetMetric>();
  const remove = useMutation({
    mutationFn: (metric: string) => call('DELETE /datasets/:id/metrics/:metric', { id: dataset.id, metric }),
    onSuccess: (changed) => storeDataset(queries, changed),
    onError: toastProblem,
  });
  const columns = [
    { title: t('schema.label'), key: 'label', render: (metric: DatasetMetric) => <MetricName metric={metric} /> },
    {
      title: t('metrics.formula'),
      key: 'formula',
      render: ({ formula }: DatasetMetric) => <code dir="auto">{formulaText(formula, queried, language)}</code>,
    },
    {
      title: t('data.format'),
      key: 'format',
      render: ({ format }: DatasetMetric) => t(`data.formats.${format}`),
    },
    { title: t('data.unit'), dataIndex: 'unit', render: (unit: string) => unit || '-' },
    {
      title: t('schema.description'),
      key: 'description',
      render: ({ description }: DatasetMetric) => clip(textOf(description, language) || '-'),
    },
    {
      ...actionColumn,
      render: (metric: DatasetMetric) => (
        <RowActions>
          <LinkButton
            small
            icon={<ApartmentOutlined aria-hidden />}
            to={`/dashboard/lineage/metric/${dataset.id}/${metric.id}`}
          >
            {t('lineage.title')}
          </LinkButton>
          {isEditor && (
            <>
              <Button size="small" icon={<EditOutlined aria-hidden />} onClick={() => setEdited(metric)}>
                {t('common.edit')}
              </Button>
              <Button size="small" onClick={() => setMarking(metric)}>
                {t(metric.verification ? 'verification.edit' : 'verification.mark')}
              </Button>
              <Button size="small" danger onClick={() => setDeleting(metric)}>
                {t('explore.delete')}
              </Button>
            </>
          )}
        </RowActions>
      ),
    },
  ];
  return (
    <Panel
      title={t('metrics.title')}
      extra={
        isEditor && (
          <Button icon={<PlusOutlined aria-hidden />} onClick={() => setEdited('new')}>
            {t('metrics.add')}
          </Button>
        )
      }
    >
      <p style={{ marginBottom: 16 }}>{t('metrics.lead')}</p>
      <DataTable rows={dataset.metrics} columns={columns} empty={t('metrics.none')} />
      {deleting && (
        <ImpactDialog
          dataset={dataset}
          change={{ kind: 'without_metric', metric: deleting.id }}
          title={t('metrics.delete', { name: labelOf(deleting, language) })}
          text={t('metrics.deleteText')}
          yes={t('explore.delete')}
          onYes={() => remove.mutate(deleting.id)}
          onClose={() => setDeleting(undefined)}
        />
      )}
      {marking && <VerificationDialog dataset={dataset} metric={marking} onClose={() => setMarking(undefined)} />}
      {edited && (
        <MetricDialog
          dataset={dataset}
          metric={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Panel>
  );
}

function MetricName({ metric }: { metric: DatasetMetric }) {
  const language = useLanguage();
  return (
    <span className={style['name']}>
      {clip(labelOf(metric, language))}
      <VerifiedMark marks={marksOf(metric, language)} />
    </span>
  );
}
