import type { Right } from '#contract/access/routes.ts';
import { Problem } from '#contract/errors.ts';
import type { ResourceKind } from '#contract/route.ts';
import { andThen, type MaybePromise } from '#server/context.ts';
import type { AccessControl, InheritingKind } from './access.ts';
import { peopleOf, type Person, rightIn, type SharedResource } from './audience.ts';
import type { OpenResponse } from './open-responses.ts';

/**
 * Limits of links, reports, alerts and extracts, which run on behalf of their creator. They may read only what their
 * creator and their last editor may both read and, once handed over, only `datasets`. On a dashboard they show only
 * rows that its `publishers` may see, too.
 */
export type Delegation = { editor: Person; datasets: string[] | null; publishers?: Person[] };

/** Someone whose rights are checked; `hold` is the response that streams to them. */
export type Requester = {
  access: AccessControl;
  identity: { member: Person };
  hold?: OpenResponse;
  delegation?: Delegation;
};
export type Resource = { kind: ResourceKind; id: string };

type MaybeRight = MaybePromise<Right | undefined>;

function rightToShared({ access, identity, hold }: Requester, resource: SharedResource): MaybeRight {
  return andThen(access.audience(resource), (audience) => {
    const right = audience && rightIn(audience, identity.member);
    if (right) hold?.add(resource);
    return right;
  });
}

const rightToApplication = (requester: Requester, id: string | undefined): MaybeRight =>
  id === undefined ? undefined : rightToShared(requester, { kind: 'application', id });

const rightThroughApplication = (kind: InheritingKind) => (requester: Requester, id: string) =>
  andThen(requester.access.applicationOf(kind, id), (application) => rightToApplication(requester, application));

/** Right to something that belongs to its creator only; the owner of the installation may edit everything. */
function rightToOwn({ identity: { member } }: Requester, creator: string | null): Right | undefined {
  if (!peopleOf(member).every(({ id, role }) => creator === id || role === 'owner')) return undefined;
  return member.people ? 'view' : 'edit';
}

async function rightToUpload(requester: Requester, id: string): Promise<Right | undefined> {
  const uploader = await requester.access.uploaderOf(id);
  return uploader && rightToOwn(requester, uploader.creator);
}

async function rightToChart(requester: Requester, id: string): Promise<Right | undefined> {
  const chart = await requester.access.chart(id);
  return chart && (rightToOwn(requester, chart.creator) ?? rightToAll(requester, chart.reads));
}

/** Lowest right to the datasets that are read; deleted datasets are ignored. */
async function rightToAll(requester: Requester, reads: string[]): Promise<Right | undefined> {
  let lowest: Right = requester.identity.member.role === 'viewer' ? 'view' : 'edit';
  for (const id of reads) {
    const application = await requester.access.applicationOf('dataset', id);
    if (application === undefined) continue;
    const right = await rightToApplication(requester, application);
    if (!right) return undefined;
    if (right === 'view') lowest = 'view';
  }
  return lowest;
}

const finders: Record<ResourceKind, (requester: Requester, id: string) => MaybeRight> = {
  dashboard: (requester, id) => rightToShared(requester, { kind: 'dashboard', id }),
  application: rightToApplication,
  folder: (requester, id) => rightToShared(requester, { kind: 'folder', id }),
  dataset: rightThroughApplication('dataset'),
  import: rightThroughApplication('import'),
  extract: rightThroughApplication('extract'),
  upload: rightToUpload,
  chart: rightToChart,
};

/** Right of someone to a resource; undefined if they may not see it or it does not exist. */
export const findRight = (requester: Requester, resource: Resource): MaybeRight =>
  andThen(finders[resource.kind](requester, resource.id), (right) =>
    right && requester.delegation
      ? delegatedRight(requester, resource, { right, delegation: requester.delegation })
      : right,
  );

type DelegatedRight = { right: Right; delegation: Delegation };

function delegatedRight(requester: Requester, resource: Resource, { right, delegation }: DelegatedRight): MaybeRight {
  const { editor, datasets } = delegation;
  // Only data is limited: a link whose editor lost access to the dashboard still works for its creator.
  if (resource.kind === 'dashboard') return right;
  if (resource.kind === 'dataset' && datasets && !datasets.includes(resource.id)) return undefined;
  if (editor.id === requester.identity.member.id) return right;
  return andThen(rightOf(requester, editor, resource), (other) => other && right);
}

/** Right of a member who is not the requester. */
export const rightOf = ({ access }: Pick<Requester, 'access'>, member: Person, resource: Resource): MaybeRight =>
  findRight({ access, identity: { member } }, resource);

/** Removed or disabled members count as any member: they may see what is open to all. */
export const anyMember: Person = { id: '', role: 'viewer' };

/** Throws not_found if the requester may not see the resource, and view_only if they may not edit it. */
export function requireRight(requester: Requester, needed: Right, resource: Resource): MaybePromise<void> {
  return andThen(findRight(requester, resource), (right) => {
    if (!right) throw new Problem('not_found');
    if (needed === 'edit' && right === 'view') throw new Problem('view_only');
  });
}

/** Whether all members may see a dataset. */
export async function isOpenToAll({ access }: Pick<Requester, 'access'>, dataset: string): Promise<boolean> {
  const application = await access.applicationOf('dataset', dataset);
  const audience = application && (await access.audience({ kind: 'application', id: application }));
  return Boolean(audience && audience.everyone);
}
