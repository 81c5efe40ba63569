import { audienceOf } from '#contract/live/changes.ts';
import type { EventAudience } from '#contract/live/event.ts';
import { andThen, type MaybePromise } from '#server/context.ts';
import type { ChangeNotice } from '#server/live/changes.ts';
import { peopleOf } from './audience.ts';
import { type Requester, findRight, type Resource } from './rights.ts';
import { isSharedKind } from './shared-tables.ts';

const mayView = (requester: Requester, resource: Resource): MaybePromise<boolean> =>
  andThen(findRight(requester, resource), Boolean);

async function maySeeAllDatasets(requester: Requester, datasets: string[]): Promise<boolean> {
  for (const id of datasets) {
    const exists = (await requester.access.applicationOf('dataset', id)) !== undefined;
    if (exists && !(await mayView(requester, { kind: 'dataset', id }))) return false;
  }
  return true;
}

type ViewerAudience = Extract<EventAudience, { to: 'viewers' }>;

const isViewer = (requester: Requester, { kind, id, deleted }: ViewerAudience): MaybePromise<boolean> =>
  deleted === 'everyone' && isSharedKind(kind)
    ? andThen(requester.access.audience({ kind, id }), (audience) => !audience || mayView(requester, { kind, id }))
    : mayView(requester, { kind, id });

function isInAudience(requester: Requester, audience: EventAudience): MaybePromise<boolean> {
  const { id, role } = requester.identity.member;
  if (audience.to === 'everyone') return true;
  if (audience.to === 'editors') return role !== 'viewer';
  if (audience.to === 'member') return audience.id === id;
  if (audience.to === 'member_and_owners') return audience.id === id || role === 'owner';
  if (audience.to === 'viewers') return isViewer(requester, audience);
  return maySeeAllDatasets(requester, audience.ids);
}

/** Whether a requester receives a change event: if they are in its audience, or if they have just lost access. */
export const maySeeChange = (requester: Requester, notice: ChangeNotice): MaybePromise<boolean> =>
  (notice.kind === 'access' && hasLost(requester, notice.lost)) ||
  (notice.kind === 'row_scope' && viewsAs(requester, notice.member)) ||
  isInAudience(requester, audienceOf(notice));

const hasLost = ({ identity }: Requester, lost: string[] | 'everyone') =>
  lost === 'everyone' || peopleOf(identity.member).some(({ id }) => lost.includes(id));

/** Whether the requester is the member, or views the product as the member with "See as…". */
const viewsAs = ({ identity }: Requester, member: string | null) =>
  peopleOf(identity.member).some(({ id }) => id === member);
