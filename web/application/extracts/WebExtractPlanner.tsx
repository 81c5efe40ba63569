import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';

import type { ExtractColumn } from '#contract/extracts/routes.ts';
import type { Upload } from '#contract/imports/routes.ts';
import { formatNumber } from '#display/format/number.ts';
import { useZone } from '#web/shell/preferences.ts';
import { BottomBar } from '#web/ui/BottomBar.tsx';
import { LabeledSelect } from '#web/ui/LabeledSelect.tsx';
import { useLanguage } from '#web/ui/language.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { ApplicationChoice, type TargetApplication } from '../upload/ApplicationChoice.tsx';
import { type TableEdit, type ColumnMatchKind, importOf } from '../upload/column-plans.ts';
import { obstacleOf } from '../upload/LoadBar.tsx';
import { type UploadPlan, usePlans } from '../upload/table-plans.ts';
import { TablePlan } from '../upload/TablePlan.tsx';
import { useTargetApplication } from '../upload/target-application.ts';
import { cancelUpload } from '../upload/transfers.ts';
import { useCreateExtract } from './create-extract.ts';
import style from './Extracts.module.css';
import { ExtractScheduleFields } from './ExtractScheduleFields.tsx';
import type { ScheduleChoice } from './schedule-kinds.ts';

type WebExtractPlannerProps = { url: string; upload: Upload; onCancel: () => void };

/** Columns, target and schedule of a file from the web. */
export function WebExtractPlanner({ url, upload, onCancel }: WebExtractPlannerProps) {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const zone = useZone();
  const [edit, setEdit] = useState<TableEdit>({});
  const [newMode, setNewMode] = useState<'append' | 'replace'>('replace');
  const [schedule, setSchedule] = useState<ScheduleChoice>(null);
  const { application, setApplication, datasets } = useTargetApplication(upload.name);
  const { create, isPending } = useCreateExtract({
    onApplication: setApplication,
    onCreated: () => void cancelUpload(upload.id),
  });
  // An extract reads the first table of a file.
  const uploads = [{ ...upload, tables: upload.tables.slice(0, 1) }];
  const edits = { [`${upload.id}/0`]: edit };
  const [plan] = usePlans({ uploads, edits, datasets, preferred: query.get('dataset') });
  if (!plan) return null;
  const { target } = plan;
  const load = () =>
    create({
      application,
      dataset: target.kind === 'new' ? { name: target.name } : { id: target.id },
      source: { kind: 'web', url, mode: target.kind === 'new' ? newMode : target.mode },
      columns: webColumnsOf(plan, edit),
      schedule,
      zone,
    });
  return (
    <>
      <TablePlan
        plan={plan}
        datasets={datasets}
        choice={<ApplicationChoice target={application} onChange={setApplication} />}
        edit={edit}
        onEdit={(change) => setEdit((before) => ({ ...before, ...change }))}
        // Runs read the file with the options of the dataset, not with those of this preview.
        canReread={false}
      />
      <Panel title={t('extracts.when')}>
        <div className={style['fields']}>
          {target.kind === 'new' && (
            <LabeledSelect
              label={t('extracts.mode')}
              value={newMode}
              options={(['replace', 'append'] as const).map((value) => ({ value, text: t(`extracts.modes.${value}`) }))}
              onChange={setNewMode}
            />
          )}
          <ExtractScheduleFields schedule={schedule} zone={zone} onceText={t('extracts.once')} onChange={setSchedule} />
        </div>
      </Panel>
      <WebLoadBar plan={plan} application={application} isLoading={isPending} onCancel={onCancel} onLoad={load} />
    </>
  );
}

type WebLoadBarProps = {
  plan: UploadPlan;
  application: TargetApplication;
  isLoading: boolean;
  onCancel: () => void;
  onLoad: () => void;
};

function WebLoadBar({ plan, application, isLoading, onCancel, onLoad }: WebLoadBarProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const obstacle = obstacleOf([plan], application);
  const { rows } = plan.table;
  return (
    <BottomBar
      text={
        obstacle
          ? t(`upload.obstacles.${obstacle.kind}`, obstacle)
          : t('common.rowCount', { rows: formatNumber(rows, language), count: rows })
      }
      isWrong={obstacle !== undefined && obstacle.kind !== 'matching'}
    >
      <Button onClick={onCancel}>{t('common.cancel')}</Button>
      <Button type="primary" loading={isLoading} disabled={obstacle !== undefined} onClick={onLoad}>
        {t('extracts.web.load')}
      </Button>
    </BottomBar>
  );
}

// The server matches columns by name on its own.
const matchedByName = new Set<ColumnMatchKind>(['same', 'moved', 'new']);

/** Columns as edited in the preview; null for all columns as detected, including columns that are added later. */
function webColumnsOf({ table, number, target, columns }: UploadPlan, edit: TableEdit): ExtractColumn[] | null {
  const hasEdits = [edit.columns, edit.into].some((changes) => Object.keys(changes ?? {}).length > 0);
  const isDetected = columns.every((column) => matchedByName.has(column.matchKind) && !column.typeBefore);
  if (!hasEdits && isDetected) return null;
  return importOf(number, target, columns).columns.map(({ source, ...column }) => ({
    ...column,
    key: table.columns[source]!.name,
  }));
}
