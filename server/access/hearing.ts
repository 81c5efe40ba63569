import { after, type MaybePromise } from '#server/context.ts';
import type { Notice } from '#server/live/changes.ts';
import { type Asker, findRight, type Thing } from './rights.ts';

/** Of what was deleted nobody can tell who might have seen it; its id tells nothing. */
const hearsOf = (asker: Asker, kind: 'dashboard' | 'application', id: string) =>
  after(asker.access.audience({ kind, id }), (audience) => !audience || may(asker, { kind, id }));

const may = (asker: Asker, thing: Thing): MaybePromise<boolean> => after(findRight(asker, thing), Boolean);

async function hearsOfAll(asker: Asker, datasets: string[]): Promise<boolean> {
  for (const id of datasets) {
    const isThere = (await asker.access.applicationOf('dataset', id)) !== undefined;
    if (isThere && !(await may(asker, { kind: 'dataset', id }))) return false;
  }
  return true;
}

type Hearers = {
  [Kind in Notice['kind']]: (asker: Asker, notice: Extract<Notice, { kind: Kind }>) => MaybePromise<boolean>;
};

/** Who hears of what. */
const hearers: Hearers = {
  application: (asker, { id }) => hearsOf(asker, 'application', id),
  dataset: (asker, { application }) => hearsOf(asker, 'application', application),
  import: (asker, { application }) => hearsOf(asker, 'application', application),
  dashboard: (asker, { id }) => hearsOf(asker, 'dashboard', id),
  chart: (asker, { datasets }) => hearsOfAll(asker, datasets),
  upload: (asker, { id }) => may(asker, { kind: 'upload', id }),
  share: (asker, { dashboard }) => may(asker, { kind: 'dashboard', id: dashboard }),
  limits: () => true,
  channels: ({ identity }) => identity.member.role !== 'viewer',
  alert: ({ identity }, { member }) => member === identity.member.id || identity.member.role === 'owner',
  report: ({ identity }, { member }) => member === identity.member.id || identity.member.role === 'owner',
  // Names of members are known to all members.
  member: () => true,
  // What is told to a person is nobody else's.
  notification: ({ identity }, { member }) => member === identity.member.id,
  access: (asker, { thing, id, lost }) =>
    lost === 'everyone' || lost.includes(asker.identity.member.id) || may(asker, { kind: thing, id }),
};

/** Whether someone is told of a change: only of what they may see, or could see until now. */
export const hears = (asker: Asker, notice: Notice): MaybePromise<boolean> =>
  (hearers[notice.kind] as (asker: Asker, notice: Notice) => MaybePromise<boolean>)(asker, notice);
