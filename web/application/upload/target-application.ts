import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';

import { applicationsQuery, datasetsQuery } from '#web/http/applications.ts';
import { freeName, stemOf } from '../names.ts';
import type { TargetApplication } from './ApplicationChoice.tsx';

/** The application for a file: the one in the URL, or a new one named after the file. */
export function useTargetApplication(file: string) {
  const [query, setQuery] = useSearchParams();
  const [name, setName] = useState<string>();
  const { data: applications = [] } = useQuery(applicationsQuery);
  const into = query.get('into');
  const taken = applications.map((each) => each.name);
  const target: TargetApplication =
    into && applications.some((each) => each.id === into && each.right === 'edit' && each.kind !== 'connection')
      ? { id: into }
      : { name: name ?? freeName(stemOf(file), taken) };
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
