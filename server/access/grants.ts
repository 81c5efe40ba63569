import { eq, inArray, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';

import { type AudienceList, type NamedMember, type Right, rights, type SharedKind } from '#contract/access/routes.ts';
import type { Member } from '#contract/accounts/routes.ts';
import { Problem } from '#contract/errors.ts';
import type { Notice } from '#contract/notifications/routes.ts';
import type { Database, Queryable } from '#server/database/open.ts';
import { applications, dashboards, folders, grants, members } from '#server/database/schema.ts';
import { notify } from '#server/notifications/notify.ts';
import { publishChange } from '#server/live/changes.ts';
import { type Audience, rightIn, type SharedResource } from './audience.ts';
import { audienceInFolder, inheritedAudienceOf, loadFolderChains, lockFolders } from './folder-tree.ts';
import type { Requester } from './rights.ts';
import { grantKeyOf, sharedTables } from './shared-tables.ts';
import { loadPlacedAudiences, type PlacedAudience } from './with-access.ts';

const person = { id: members.id, name: members.name, avatar: members.image, role: members.role };

/** Names of all enabled members. */
export async function listNames(db: Queryable): Promise<NamedMember[]> {
  return db.select(person).from(members).where(isNull(members.disabledAt)).orderBy(members.name);
}

/** Grants all members edit access to a new resource. */
export async function openToAll(tx: Queryable, resource: SharedResource): Promise<void> {
  await tx.insert(grants).values({ ...grantKeyOf(resource), memberId: null, right: 'edit' });
}

/** Access list with names. Rights beyond a member's role are lowered to it. */
export async function listAudience(db: Database, { kind, id }: SharedResource): Promise<AudienceList> {
  const { table, folderId, grantColumn } = sharedTables[kind];
  const creator = alias(members, 'creator');
  const [creatorRow] = await db
    .select({ by: { id: creator.id, name: creator.name, avatar: creator.image, role: creator.role }, folder: folderId })
    .from(table)
    .leftJoin(creator, eq(creator.id, table.memberId))
    .where(eq(table.id, id));
  const rows = await db
    .select({ person, right: grants.right })
    .from(grants)
    .leftJoin(members, eq(members.id, grants.memberId))
    .where(eq(grantColumn, id))
    .orderBy(members.name);
  return {
    by: creatorRow?.by ?? null,
    everyone: rows.find((row) => row.person === null)?.right ?? null,
    members: rows.flatMap((row) => (row.person ? [{ ...row.person, right: cappedOf(row.person, row.right) }] : [])),
    inherited: await listInherited(db, creatorRow?.folder ?? null),
  };
}

/** What the folders above add to an access list. */
async function listInherited(db: Database, folder: string | null): Promise<AudienceList['inherited']> {
  if (folder === null) return null;
  const { everyone, named } = inheritedAudienceOf(await loadFolderChains(db, [folder]), folder);
  const people = await db
    .select(person)
    .from(members)
    .where(inArray(members.id, [...named.keys()]))
    .orderBy(members.name);
  const rightOf = (member: NamedMember) => cappedOf(member, named.get(member.id)!);
  return { everyone: everyone ?? null, members: people.map((member) => ({ ...member, right: rightOf(member) })) };
}

const cappedOf = ({ role }: NamedMember, right: Right): Right => (role === 'viewer' ? 'view' : right);

type NewAudience = { id: string; everyone: Right | null; members: { id: string; right: Right }[] };

type GrantContext = Pick<Requester, 'access'> & { db: Database; identity: { member: Member } };

/** Replaces the access list of a resource and notifies the members concerned. */
export async function saveAudience(ctx: GrantContext, kind: SharedKind, input: NewAudience): Promise<void> {
  const { id, everyone, members: named } = input;
  const resource = { kind, id };
  await ctx.db.transaction(async (tx) => {
    if (kind === 'folder') await lockFolders(tx);
    const { own, folder } = await lockAudience(tx, resource);
    const tree = await loadFolderChains(tx, [folder]);
    const people = await loadPeople(tx, named);
    await tx.delete(grants).where(eq(sharedTables[kind].grantColumn, id));
    const list = named.map((each) => ({ ...grantKeyOf(resource), memberId: each.id, right: each.right }));
    const open = everyone ? [{ ...grantKeyOf(resource), memberId: null, right: everyone }] : [];
    if (list.length + open.length > 0) await tx.insert(grants).values([...list, ...open]);
    const next: Audience = { creator: own.creator, everyone: everyone ?? undefined, named: new Map(people) };
    const [before, after] = [own, next].map((each) => audienceInFolder(each, tree, folder)) as [Audience, Audience];
    await publishAccess(tx, resource, { before, after });
    await notifyGranted(tx, { resource, by: ctx.identity.member, before, people });
  });
  ctx.access.invalidate(resource);
}

type AudienceChange = { before: Audience; after: Audience };

/** Publishes changed access to a resource, and clears thumbnails of data that is no longer open to all. */
export async function publishAccess(
  tx: Queryable,
  { kind, id }: SharedResource,
  { before, after }: AudienceChange,
): Promise<void> {
  // A folder may contain applications.
  if (kind !== 'dashboard' && before.everyone && !after.everyone) await clearSketches(tx);
  await publishChange(tx, { kind: 'access', thing: kind, id, lost: membersWhoLostAccess(before, after) });
}

async function lockAudience(tx: Queryable, { kind, id }: SharedResource): Promise<PlacedAudience> {
  const { table } = sharedTables[kind];
  await tx.select({ id: table.id }).from(table).where(eq(table.id, id)).for('update');
  const placed = (await loadPlacedAudiences(tx, kind, [id])).get(id);
  if (!placed) throw new Problem('not_found');
  return placed;
}

async function loadPeople(tx: Queryable, named: NewAudience['members']): Promise<[string, Right][]> {
  if (named.length === 0) return [];
  const rows = await tx
    .select(person)
    .from(members)
    .where(
      inArray(
        members.id,
        named.map(({ id }) => id),
      ),
    );
  if (rows.length !== named.length) throw new Problem('not_found');
  const rightOf = new Map(named.map(({ id, right }) => [id, right]));
  const viewer = rows.find(({ id, role }) => role === 'viewer' && rightOf.get(id) === 'edit');
  if (viewer) throw new Problem('viewer_cannot_edit', { value: viewer.name });
  return [...rightOf];
}

type AccessGrant = { resource: SharedResource; by: Member; before: Audience; people: [string, Right][] };

/** Notifies named members who had less access before, except the person who granted it. */
async function notifyGranted(tx: Queryable, { resource, by, before, people }: AccessGrant): Promise<void> {
  const describe = await loadGrantNotice(tx, resource);
  for (const right of rights) {
    const gained = people.filter(([id, grantedRight]) => {
      const had = rightIn(before, { id, role: 'editor' });
      return grantedRight === right && id !== by.id && had !== 'edit' && had !== right;
    });
    const ids = gained.map(([id]) => id);
    await notify(tx, ids, describe({ right, by: by.name }));
  }
}

type GrantedRight = { right: Right; by: string };

/** Loads what notifications of rights to a resource need, and returns a function that builds them. */
async function loadGrantNotice(
  tx: Queryable,
  { kind, id }: SharedResource,
): Promise<(granted: GrantedRight) => Notice> {
  if (kind === 'dashboard') {
    const [row] = await tx.select({ title: dashboards.title }).from(dashboards).where(eq(dashboards.id, id));
    return (granted) => ({ kind: 'access_given', thing: kind, id, title: row!.title, ...granted });
  }
  if (kind === 'folder') {
    const [row] = await tx.select({ of: folders.kind, name: folders.name }).from(folders).where(eq(folders.id, id));
    return (granted) => ({ kind: 'folder_access_given', folder: id, ...row!, ...granted });
  }
  const [row] = await tx.select({ name: applications.name }).from(applications).where(eq(applications.id, id));
  const title = { en_US: row!.name, zh_CN: row!.name };
  return (granted) => ({ kind: 'access_given', thing: kind, id, title, ...granted });
}

/** A longer list would not fit into a notification of PostgreSQL. */
const maxNamedLosses = 100;

function membersWhoLostAccess(before: Audience, now: Audience): string[] | 'everyone' {
  if (before.everyone && !now.everyone) return 'everyone';
  const lost = [...before.named.keys()].filter((id) => !rightIn(now, { id, role: 'viewer' }));
  return lost.length > maxNamedLosses ? 'everyone' : lost;
}

/**
 * Thumbnails may show data that is no longer open to all; their points are cleared and drawn again on the next view.
 */
export async function clearSketches(tx: Queryable): Promise<void> {
  await tx.execute(sql`update dashboards set sketch = coalesce(
    (select jsonb_agg(drawn || '{"points": []}') from jsonb_array_elements(sketch) drawn), '[]')`);
}
