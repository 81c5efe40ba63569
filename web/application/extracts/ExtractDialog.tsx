import { useQuery } from '@tanstack/react-query';
import Input from 'antd/es/input/Input';
import Modal from 'antd/es/modal';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Dataset } from '#contract/datasets/routes.ts';
import { applicationsQuery, datasetsQuery } from '#web/http/applications.ts';
import { useZone } from '#web/shell/preferences.ts';
import { useLanguage } from '#web/ui/language.ts';
import { useReturnFocus } from '#web/ui/return-focus.ts';
import { freeName, labelOf } from '../names.ts';
import { ApplicationChoice, type TargetApplication } from '../upload/ApplicationChoice.tsx';
import { useCreateExtract } from './create-extract.ts';
import { type GrowingCandidate, GrowingColumnFields } from './GrowingColumnFields.tsx';
import style from './Extracts.module.css';
import { ExtractScheduleFields } from './ExtractScheduleFields.tsx';
import type { ScheduleChoice } from './schedule-kinds.ts';

type ConnectedDataset = Pick<Dataset, 'id' | 'name' | 'label'> & { columns: GrowingCandidate[] };

/** Creates an extract of a connected table: its target, rows and schedule. */
export function ExtractDialog({ dataset, onClose }: { dataset: ConnectedDataset; onClose: () => void }) {
  const { t } = useTranslation();
  useReturnFocus();
  const zone = useZone();
  const { application, setApplication, name, setName } = useCopyTarget(dataset);
  const [growingColumn, setGrowingColumn] = useState<string | null>(null);
  const [schedule, setSchedule] = useState<ScheduleChoice>(null);
  const { create, isPending } = useCreateExtract({ onApplication: setApplication, onCreated: onClose });
  const isNamed = name.trim() !== '' && ('id' in application || application.name.trim() !== '');
  const source = { kind: 'dataset' as const, dataset: dataset.id, growingColumn };
  return (
    <Modal
      open
      width={640}
      title={t('extracts.extract')}
      okText={t('extracts.extract')}
      okButtonProps={{ disabled: !isNamed }}
      confirmLoading={isPending}
      onOk={() => create({ application, dataset: { name }, source, schedule, zone })}
      onCancel={onClose}
    >
      <p className={style['note']}>{t('extracts.lead')}</p>
      <div className={style['fields']}>
        <ApplicationChoice target={application} kinds={['files']} onChange={setApplication} />
        <label className={style['wide']}>
          {t('upload.datasetName')}
          <Input maxLength={100} value={name} onChange={({ target }) => setName(target.value)} />
        </label>
        <GrowingColumnFields columns={dataset.columns} chosen={growingColumn} onChange={setGrowingColumn} />
        <ExtractScheduleFields schedule={schedule} zone={zone} onceText={t('extracts.once')} onChange={setSchedule} />
      </div>
      <p className={style['note']}>{t('extracts.startsNow')}</p>
    </Modal>
  );
}

/** Application and name of the copy; by default, both are new and named after the table. */
function useCopyTarget(dataset: ConnectedDataset) {
  const language = useLanguage();
  const [chosen, setApplication] = useState<TargetApplication>();
  const [typed, setName] = useState<string>();
  const { data: applications = [] } = useQuery({ ...applicationsQuery, throwOnError: false });
  const taken = applications.map((each) => each.name);
  const application = chosen ?? { name: freeName(labelOf(dataset, language), taken) };
  const { data: datasets = [] } = useQuery({
    ...datasetsQuery('id' in application ? application.id : ''),
    enabled: 'id' in application,
    throwOnError: false,
  });
  const takenNames = 'id' in application ? datasets.map((each) => each.name) : [];
  return { application, setApplication, name: typed ?? freeName(dataset.name, takenNames), setName };
}
