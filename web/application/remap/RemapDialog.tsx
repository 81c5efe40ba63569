import { useQuery } from '@tanstack/react-query';
import Button from 'antd/es/button';
import Modal from 'antd/es/modal';
import Spin from 'antd/es/spin';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Dataset } from '#contract/datasets/routes.ts';
import { queriedDatasetQuery } from '#web/http/datasets.ts';
import { allDatasetsQuery } from '#web/http/run-query.ts';
import { useLanguage } from '#web/ui/language.ts';
import { PlainSelect } from '#web/ui/PlainSelect.tsx';
import { sentenceOf } from '#web/ui/problem.ts';
import { useReturnFocus } from '#web/ui/return-focus.ts';
import { labelOf } from '../names.ts';
import { usesQuery } from '../dataset/uses.ts';
import { MappingTable } from './MappingTable.tsx';
import { chosenFieldsOf, fieldsOf, proposalOf, type RemapFields } from './remap-fields.ts';
import style from './Remap.module.css';
import { type RemapMapping, remapPreviewQuery, useRemap } from './remaps.ts';
import { RemapPreviewList } from './RemapPreviewList.tsx';

type RemapDialogProps = {
  dataset: Dataset;
  /** The only column to replace; without it, every used column and metric can be replaced. */
  column?: string;
  onClose: () => void;
};

const noFields: RemapFields = { columns: {}, metrics: {} };

/** Replaces columns in everything that uses them: choose, preview, replace. */
export function RemapDialog({ dataset, column, onClose }: RemapDialogProps) {
  const { t } = useTranslation();
  useReturnFocus();
  const [to, setTo] = useState(dataset.id);
  const [chosen, setChosen] = useState<RemapFields>(noFields);
  const [preview, setPreview] = useState<RemapMapping>();
  const { data: uses = [] } = useQuery({ ...usesQuery(dataset.id), throwOnError: false });
  const { data: source = dataset } = useQuery({ ...queriedDatasetQuery(dataset.id), throwOnError: false });
  const { data: target, error } = useQuery({ ...queriedDatasetQuery(to), throwOnError: false });
  const isSame = to === dataset.id;
  const fields = fieldsOf(source, uses, isSame ? column : undefined);
  const mapping = target && !isSame ? proposalOf(fields, target, chosen) : chosen;
  const next = { id: dataset.id, dataset: to, ...chosenFieldsOf(mapping) };
  const isReady =
    target !== undefined && (Object.keys(next.columns).length > 0 || Object.keys(next.metrics).length > 0);
  if (preview)
    return <PreviewStep dataset={dataset} mapping={preview} onBack={() => setPreview(undefined)} onClose={onClose} />;
  return (
    <Modal
      open
      width={640}
      title={t('remap.title')}
      okText={t('remap.preview')}
      okButtonProps={{ disabled: !isReady }}
      onOk={() => setPreview(next)}
      onCancel={onClose}
    >
      <p className={style['lead']}>{t('remap.lead')}</p>
      <TargetSelect
        dataset={dataset}
        value={to}
        onChange={(id) => {
          setTo(id);
          setChosen(noFields);
        }}
      />
      {error && <p role="alert">{sentenceOf(error)}</p>}
      {target ? (
        <MappingTable {...{ fields, target, mapping, isSame }} onChange={setChosen} />
      ) : (
        !error && <Spin delay={300} description={t('common.loading')} />
      )}
    </Modal>
  );
}

type TargetSelectProps = { dataset: Dataset; value: string; onChange: (id: string) => void };

function TargetSelect({ dataset, value, onChange }: TargetSelectProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data: datasets = [] } = useQuery({ ...allDatasetsQuery, throwOnError: false });
  const others = datasets.filter(({ id }) => id !== dataset.id);
  return (
    <label className={style['target']}>
      <span>{t('remap.target')}</span>
      <PlainSelect
        label={t('remap.target')}
        value={value}
        options={[
          { value: dataset.id, text: t('remap.sameDataset', { name: labelOf(dataset, language) }) },
          ...others.map((each) => ({ value: each.id, text: `${labelOf(each, language)} · ${each.application}` })),
        ]}
        onChange={onChange}
      />
    </label>
  );
}

type PreviewStepProps = { dataset: Dataset; mapping: RemapMapping; onBack: () => void; onClose: () => void };

function PreviewStep({ dataset, mapping, onBack, onClose }: PreviewStepProps) {
  const { t } = useTranslation();
  const { data: preview, error, refetch } = useQuery({ ...remapPreviewQuery(mapping), throwOnError: false });
  const { mutate, isPending, error: failure } = useRemap(onClose);
  const changes = preview?.items.filter(({ problem }) => !problem) ?? [];
  const problem = failure ?? error;
  return (
    <Modal
      open
      width={640}
      title={t('remap.previewTitle')}
      onCancel={onClose}
      footer={[
        <Button key="back" onClick={onBack}>
          {t('remap.back')}
        </Button>,
        <Button
          key="replace"
          type="primary"
          loading={isPending}
          disabled={changes.length === 0}
          onClick={() => mutate({ ...mapping, fingerprint: preview!.fingerprint }, { onError: () => void refetch() })}
        >
          {t('remap.replace')}
        </Button>,
      ]}
    >
      {problem && <p role="alert">{sentenceOf(problem)}</p>}
      {!preview && !error && <Spin delay={300} description={t('dataset.use.trying')} />}
      {preview && <RemapPreviewList dataset={dataset} items={preview.items} />}
    </Modal>
  );
}
