import { andThen, type MaybePromise } from '#server/context.ts';
import type { ChangeNotice } from '#server/live/changes.ts';
import { type Requester, findRight, type Resource } from './rights.ts';

/** The access list of a deleted resource is gone; its id reveals nothing, so everyone gets the event. */
const maySeeShared = (requester: Requester, kind: 'dashboard' | 'application', id: string) =>
  andThen(requester.access.audience({ kind, id }), (audience) => !audience || mayView(requester, { kind, id }));

const mayView = (requester: Requester, resource: Resource): MaybePromise<boolean> =>
  andThen(findRight(requester, resource), Boolean);

async function maySeeAllDatasets(requester: Requester, datasets: string[]): Promise<boolean> {
  for (const id of datasets) {
    const exists = (await requester.access.applicationOf('dataset', id)) !== undefined;
    if (exists && !(await mayView(requester, { kind: 'dataset', id }))) return false;
  }
  return true;
}

type ChangeFilters = {
  [Kind in ChangeNotice['kind']]: (
    requester: Requester,
    notice: Extract<ChangeNotice, { kind: Kind }>,
  ) => MaybePromise<boolean>;
};

/** Per kind of change: who may receive it. */
const changeFilters: ChangeFilters = {
  application: (requester, { id }) => maySeeShared(requester, 'application', id),
  dataset: (requester, { application }) => maySeeShared(requester, 'application', application),
  import: (requester, { application }) => maySeeShared(requester, 'application', application),
  dashboard: (requester, { id }) => maySeeShared(requester, 'dashboard', id),
  chart: (requester, { datasets }) => maySeeAllDatasets(requester, datasets),
  upload: (requester, { id }) => mayView(requester, { kind: 'upload', id }),
  share: (requester, { dashboard }) => mayView(requester, { kind: 'dashboard', id: dashboard }),
  limits: () => true,
  channels: ({ identity }) => identity.member.role !== 'viewer',
  alert: ({ identity }, { member }) => member === identity.member.id || identity.member.role === 'owner',
  report: ({ identity }, { member }) => member === identity.member.id || identity.member.role === 'owner',
  // All members may see the names of members.
  member: () => true,
  // Notifications are private to their member.
  notification: ({ identity }, { member }) => member === identity.member.id,
  access: (requester, { thing, id, lost }) =>
    lost === 'everyone' || lost.includes(requester.identity.member.id) || mayView(requester, { kind: thing, id }),
};

/** Whether someone receives a change event: only for resources they may see, or could see until now. */
export const maySeeChange = (requester: Requester, notice: ChangeNotice): MaybePromise<boolean> =>
  (changeFilters[notice.kind] as (requester: Requester, notice: ChangeNotice) => MaybePromise<boolean>)(
    requester,
    notice,
  );
