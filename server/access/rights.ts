import type { Right } from '#contract/access.ts';
import { Problem } from '#contract/errors.ts';
import type { ThingKind } from '#contract/route.ts';
import { after, type MaybePromise } from '#server/context.ts';
import type { Access, Shared } from './access.ts';
import { type Person, rightIn } from './audience.ts';
import type { Hold } from './holds.ts';

/**
 * What runs in someone's name while they are not there, as links, reports and alerts do. It may read what its maker may
 * read, what whoever changed it last may read as well, and since it was handed over nothing but `datasets`.
 */
export type Delegation = { editor: Person; datasets: string[] | null };

/** Someone whose rights are looked at; `hold` is what they will be reading for a while. */
export type Asker = { access: Access; identity: { member: Person }; hold?: Hold; delegation?: Delegation };
export type Thing = { kind: ThingKind; id: string };

type Found = MaybePromise<Right | undefined>;

function ofShared({ access, identity, hold }: Asker, thing: Shared): Found {
  return after(access.audience(thing), (audience) => {
    const right = audience && rightIn(audience, identity.member);
    if (right) hold?.add(thing);
    return right;
  });
}

const ofApplication = (asker: Asker, id: string | undefined): Found =>
  id === undefined ? undefined : ofShared(asker, { kind: 'application', id });

const ofPlaced = (kind: 'dataset' | 'import') => (asker: Asker, id: string) =>
  after(asker.access.applicationOf(kind, id), (application) => ofApplication(asker, application));

/** What is only of whoever brought it; the owner of the installation may do everything. */
const ofOwn = ({ identity }: Asker, maker: string | null): Right | undefined =>
  maker === identity.member.id || identity.member.role === 'owner' ? 'edit' : undefined;

async function ofUpload(asker: Asker, id: string): Promise<Right | undefined> {
  const found = await asker.access.uploaderOf(id);
  return found && ofOwn(asker, found.maker);
}

async function ofChart(asker: Asker, id: string): Promise<Right | undefined> {
  const found = await asker.access.chart(id);
  return found && (ofOwn(asker, found.maker) ?? ofReads(asker, found.reads));
}

/** The least right to what is read; of a dataset that is gone nobody can tell. */
async function ofReads(asker: Asker, reads: string[]): Promise<Right | undefined> {
  let least: Right = asker.identity.member.role === 'viewer' ? 'view' : 'edit';
  for (const id of reads) {
    const application = await asker.access.applicationOf('dataset', id);
    if (application === undefined) continue;
    const right = await ofApplication(asker, application);
    if (!right) return undefined;
    if (right === 'view') least = 'view';
  }
  return least;
}

const finders: Record<ThingKind, (asker: Asker, id: string) => Found> = {
  dashboard: (asker, id) => ofShared(asker, { kind: 'dashboard', id }),
  application: ofApplication,
  dataset: ofPlaced('dataset'),
  import: ofPlaced('import'),
  upload: ofUpload,
  chart: ofChart,
};

/** What someone may do with a thing; undefined if they may not see it, or there is no such thing. */
export const findRight = (asker: Asker, thing: Thing): Found =>
  after(finders[thing.kind](asker, thing.id), (right) =>
    right && asker.delegation ? delegatedRight(asker, thing, { right, delegation: asker.delegation }) : right,
  );

type Delegated = { right: Right; delegation: Delegation };

function delegatedRight(asker: Asker, thing: Thing, { right, delegation }: Delegated): Found {
  const { editor, datasets } = delegation;
  // It is data that is limited: a link whose editor lost sight of the dashboard still works for its maker.
  if (thing.kind === 'dashboard') return right;
  if (thing.kind === 'dataset' && datasets && !datasets.includes(thing.id)) return undefined;
  if (editor.id === asker.identity.member.id) return right;
  return after(rightOf(asker, editor, thing), (other) => other && right);
}

/** The same for someone who does not ask. */
export const rightOf = ({ access }: Pick<Asker, 'access'>, member: Person, thing: Thing): Found =>
  findRight({ access, identity: { member } }, thing);

/** Whoever is gone or disabled counts as any member: they may see what is open to all. */
export const anyMember: Person = { id: '', role: 'viewer' };

/** Refuses whoever may not: what one may not see is not there, what one may only look at says so. */
export function requireRight(asker: Asker, needed: Right, thing: Thing): MaybePromise<void> {
  return after(findRight(asker, thing), (right) => {
    if (!right) throw new Problem('not_found');
    if (needed === 'edit' && right === 'view') throw new Problem('view_only');
  });
}

/** Whether every member may see a dataset. */
export async function isOpenToAll({ access }: Pick<Asker, 'access'>, dataset: string): Promise<boolean> {
  const application = await access.applicationOf('dataset', dataset);
  const audience = application && (await access.audience({ kind: 'application', id: application }));
  return Boolean(audience && audience.everyone);
}
