import { useQuery } from '@tanstack/react-query';
import Alert from 'antd/es/alert';
import Modal from 'antd/es/modal';
import Select from 'antd/es/select';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { templates } from '#contract/dashboards.ts';
import type { ListedDataset } from '#contract/metrics.ts';
import { labelOf } from '#display/words/subject.ts';
import { datasetsQuery } from '#web/http/ask.ts';
import { useReturnFocus } from '#web/ui/dialog.ts';
import { useLanguage } from '#web/ui/language.ts';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { sentenceOf } from '#web/ui/problem.ts';
import { useMaking } from './making.ts';
import style from './NewDialog.module.css';
import { type Beginning, outlines } from './outlines.ts';
import { Thumbnail } from './Thumbnail.tsx';

/** What a new dashboard begins with: nothing, or what one of the templates shows of a dataset. */
export function NewDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  useReturnFocus();
  const { data: datasets } = useQuery({ ...datasetsQuery, throwOnError: false });
  const [chosen, choose] = useState<string>();
  const [wanted, want] = useState<Beginning>();
  const { make, isMaking, error } = useMaking();
  const dataset = chosen ?? lastOf(datasets ?? [])?.id;
  const beginning = wanted ?? (datasets?.length === 0 ? 'blank' : 'overview');
  const isBlank = beginning === 'blank';
  return (
    <Modal
      open
      width={760}
      title={t('dashboard.list.new')}
      okText={t('dashboard.list.make')}
      okButtonProps={{ disabled: !isBlank && !dataset }}
      confirmLoading={isMaking}
      onOk={() => make({ beginning, dataset }, { onSuccess: onClose })}
      onCancel={onClose}
    >
      {error && <Alert type="error" showIcon title={sentenceOf(error)} style={{ marginBottom: 16 }} />}
      <Beginnings value={beginning} onChange={want} />
      {!isBlank && datasets?.length === 0 && <NoData />}
      {!isBlank && datasets?.length !== 0 && <Datasets datasets={datasets ?? []} value={dataset} onChange={choose} />}
    </Modal>
  );
}

/** Where data arrived last is what one most likely wants to see. */
const lastOf = (datasets: ListedDataset[]): ListedDataset | undefined =>
  datasets.toSorted((a, b) => (b.lastDataAt ?? '').localeCompare(a.lastDataAt ?? ''))[0];

function Beginnings({ value, onChange }: { value: Beginning; onChange: (value: Beginning) => void }) {
  const { t } = useTranslation();
  return (
    <fieldset className={style['templates']}>
      <legend>{t('dashboard.list.template')}</legend>
      {([...templates, 'blank'] as const).map((each) => (
        <label key={each}>
          <input type="radio" name="template" value={each} checked={each === value} onChange={() => onChange(each)} />
          <Thumbnail sketch={outlines[each]} />
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

type Choice = { datasets: ListedDataset[]; value: string | undefined; onChange: (id: string) => void };

function Datasets({ datasets, value, onChange }: Choice) {
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
        options={datasets.map((dataset) => ({
          value: dataset.id,
          label: t('common.pair', { name: dataset.application, value: labelOf(dataset, language) }),
        }))}
      />
    </>
  );
}
