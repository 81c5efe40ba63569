import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';

import type { Upload } from '#contract/imports/routes.ts';
import { applicationsQuery, datasetsQuery } from '#web/http/applications.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { freeName, stemOf } from '../names.ts';
import { ApplicationChoice, type TargetApplication } from './ApplicationChoice.tsx';
import style from './Choice.module.css';
import { LoadBar } from './LoadBar.tsx';
import type { TableEdit } from './column-plans.ts';
import { type TableEdits, usePlans } from './table-plans.ts';
import { TablePlan } from './TablePlan.tsx';
import { TableTabs } from './TableTabs.tsx';

/** The detected tables and their targets, with proposals that can be changed. */
export function UploadPlanner({ uploads, isComplete }: { uploads: Upload[]; isComplete: boolean }) {
  const [query, setQuery] = useSearchParams();
  const [edits, setEdits] = useState<TableEdits>({});
  const { application, setApplication, datasets } = useTargetApplication(uploads);
  const plans = usePlans({ uploads, edits, datasets, preferred: query.get('dataset') });
  const visiblePlan =
    plans.find((plan) => plan.key === query.get('show')) ?? plans.find((plan) => plan.chosen) ?? plans[0];
  const edit = (key: string, change: TableEdit) => setEdits((all) => ({ ...all, [key]: { ...all[key], ...change } }));
  const show = (key: string) => {
    const next = new URLSearchParams(query);
    next.set('show', key);
    setQuery(next, { replace: true });
  };
  const choice = <ApplicationChoice target={application} onChange={setApplication} />;
  return (
    <>
      {plans.length > 1 && (
        <Panel>
          <div className={style['choices']}>{choice}</div>
        </Panel>
      )}
      {plans.length > 1 && (
        <TableTabs
          plans={plans}
          selected={visiblePlan?.key}
          onShow={show}
          onChoose={(key, chosen) => edit(key, { chosen })}
        />
      )}
      {visiblePlan && (
        <TablePlan
          key={visiblePlan.key}
          plan={visiblePlan}
          datasets={datasets}
          choice={plans.length === 1 && choice}
          edit={edits[visiblePlan.key] ?? {}}
          onEdit={(change) => edit(visiblePlan.key, change)}
        />
      )}
      <LoadBar plans={plans} application={application} isComplete={isComplete} />
    </>
  );
}

/** The application for the files: the one in the URL, or a new one named after the first file. */
function useTargetApplication(uploads: Upload[]) {
  const [query, setQuery] = useSearchParams();
  const [name, setName] = useState<string>();
  const { data: applications = [] } = useQuery(applicationsQuery);
  const into = query.get('into');
  const taken = applications.map((each) => each.name);
  const target: TargetApplication =
    into && applications.some((each) => each.id === into && each.right === 'edit' && each.kind !== 'connection')
      ? { id: into }
      : { name: name ?? freeName(stemOf(uploads[0]?.name ?? ''), taken) };
  const { data: datasets = [] } = useQuery({
    ...datasetsQuery('id' in target ? target.id : ''),
    enabled: 'id' in target,
  });
  const setTarget = (next: TargetApplication) => {
    const address = new URLSearchParams(query);
    address.delete('dataset');
    if ('id' in next) address.set('into', next.id);
    else address.delete('into');
    setName('name' in next ? next.name : undefined);
    setQuery(address, { replace: true });
  };
  return { application: target, setApplication: setTarget, datasets: 'id' in target ? datasets : [] };
}
