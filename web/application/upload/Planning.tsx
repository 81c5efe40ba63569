import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';

import type { Upload } from '#contract/imports.ts';
import { applicationsQuery, datasetsQuery } from '#web/http/applications.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { freeName, stemOf } from '../names.ts';
import { ApplicationChoice, type Home } from './ApplicationChoice.tsx';
import style from './Choice.module.css';
import { LoadBar } from './LoadBar.tsx';
import type { Edit } from './plan.ts';
import { type Edits, usePlans } from './plans.ts';
import { TablePlan } from './TablePlan.tsx';
import { TableTabs } from './TableTabs.tsx';

/** What was understood of the files and where it goes, with sensible proposals for everything. */
export function Planning({ uploads, isComplete }: { uploads: Upload[]; isComplete: boolean }) {
  const [query, setQuery] = useSearchParams();
  const [edits, setEdits] = useState<Edits>({});
  const { home, setHome, datasets } = useHome(uploads);
  const plans = usePlans({ uploads, edits, datasets, preferred: query.get('dataset') });
  const shown = plans.find((plan) => plan.key === query.get('show')) ?? plans.find((plan) => plan.chosen) ?? plans[0];
  const edit = (key: string, change: Edit) => setEdits((all) => ({ ...all, [key]: { ...all[key], ...change } }));
  const show = (key: string) => {
    const next = new URLSearchParams(query);
    next.set('show', key);
    setQuery(next, { replace: true });
  };
  const choice = <ApplicationChoice home={home} onChange={setHome} />;
  return (
    <>
      {plans.length > 1 && (
        <Panel>
          <div className={style['choices']}>{choice}</div>
        </Panel>
      )}
      {plans.length > 1 && (
        <TableTabs plans={plans} shown={shown?.key} onShow={show} onChoose={(key, chosen) => edit(key, { chosen })} />
      )}
      {shown && (
        <TablePlan
          key={shown.key}
          plan={shown}
          datasets={datasets}
          choice={plans.length === 1 && choice}
          edit={edits[shown.key] ?? {}}
          onEdit={(change) => edit(shown.key, change)}
        />
      )}
      <LoadBar plans={plans} home={home} isComplete={isComplete} />
    </>
  );
}

/** The application that takes the files: the one of the address, or a new one named after the first file. */
function useHome(uploads: Upload[]) {
  const [query, setQuery] = useSearchParams();
  const [name, setName] = useState<string>();
  const { data: applications = [] } = useQuery(applicationsQuery);
  const into = query.get('into');
  const taken = applications.map((each) => each.name);
  const home: Home =
    into && applications.some((each) => each.id === into && each.right === 'edit')
      ? { id: into }
      : { name: name ?? freeName(stemOf(uploads[0]?.name ?? ''), taken) };
  const { data: datasets = [] } = useQuery({ ...datasetsQuery('id' in home ? home.id : ''), enabled: 'id' in home });
  const setHome = (next: Home) => {
    const address = new URLSearchParams(query);
    address.delete('dataset');
    if ('id' in next) address.set('into', next.id);
    else address.delete('into');
    setName('name' in next ? next.name : undefined);
    setQuery(address, { replace: true });
  };
  return { home, setHome, datasets: 'id' in home ? datasets : [] };
}
