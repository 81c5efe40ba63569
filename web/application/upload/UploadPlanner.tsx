import { useState } from 'react';
import { useSearchParams } from 'react-router';

import type { Upload } from '#contract/imports/routes.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { ApplicationChoice } from './ApplicationChoice.tsx';
import style from './Choice.module.css';
import { LoadBar } from './LoadBar.tsx';
import type { TableEdit } from './column-plans.ts';
import { type TableEdits, usePlans } from './table-plans.ts';
import { TablePlan } from './TablePlan.tsx';
import { TableTabs } from './TableTabs.tsx';
import { useTargetApplication } from './target-application.ts';

/** The detected tables and their targets, with proposals that can be changed. */
export function UploadPlanner({ uploads, isComplete }: { uploads: Upload[]; isComplete: boolean }) {
  const [query, setQuery] = useSearchParams();
  const [edits, setEdits] = useState<TableEdits>({});
  const { application, setApplication, datasets } = useTargetApplication(uploads[0]?.name ?? '');
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
