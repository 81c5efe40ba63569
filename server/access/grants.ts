import { eq, inArray, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';

import { type AudienceList, type NamedMember, type Right, rights, type SharedKind } from '#contract/access/routes.ts';
import type { Member } from '#contract/accounts/routes.ts';
import type { LocalizedText } from '#domain/columns/column.ts';
import { Problem } from '#contract/errors.ts';
import type { Database, Queryable } from '#server/database/open.ts';
import { applications, dashboards, grants, members } from '#server/database/schema.ts';
import { notify } from '#server/notifications/notify.ts';
import { publishChange } from '#server/live/changes.ts';
import { type Audience, audienceOf, rightIn, type SharedResource } from './audience.ts';
import type { Requester } from './rights.ts';

const person = { id: members.id, name: members.name, avatar: members.image, role: members.role };

const columnOf = (kind: SharedKind) => (kind === 'dashboard' ? grants.dashboardId : grants.applicationId);
const tableOf = (kind: SharedKind) => (kind === 'dashboard' ? dashboards : applications);
const resourceColumnOf = ({ kind, id }: SharedResource) =>
  kind === 'dashboard' ? { dashboardId: id } : { applicationId: id };

/** Names of all enabled members. */
export async function listNames(db: Queryable): Promise<NamedMember[]> {
  return db.select(person).from(members).where(isNull(members.disabledAt)).orderBy(members.name);
}

/** Grants all members edit access to a new resource. */
export async function openToAll(tx: Queryable, resource: SharedResource): Promise<void> {
  await tx.insert(grants).values({ ...resourceColumnOf(resource), memberId: null, right: 'edit' });
}

/** Access list with names. Rights beyond a member's role are lowered to it. */
export async function listAudience(db: Database, { kind, id }: SharedResource): Promise<AudienceList> {
  const table = tableOf(kind);
  const maker = alias(members, 'maker');
  const [creatorRow] = await db
    .select({ by: { id: maker.id, name: maker.name, avatar: maker.image, role: maker.role } })
    .from(table)
    .leftJoin(maker, eq(maker.id, table.memberId))
    .where(eq(table.id, id));
  const rows = await db
    .select({ person, right: grants.right })
    .from(grants)
    .leftJoin(members, eq(members.id, grants.memberId))
    .where(eq(columnOf(kind), id))
    .orderBy(members.name);
  return {
    by: creatorRow?.by ?? null,
    everyone: rows.find((row) => row.person === null)?.right ?? null,
    members: rows.flatMap((row) => (row.person ? [{ ...row.person, right: cappedOf(row.person, row.right) }] : [])),
  };
}

const cappedOf = ({ role }: NamedMember, right: Right): Right => (role === 'viewer' ? 'view' : right);

type NewAudience = { id: string; everyone: Right | null; members: { id: string; right: Right }[] };

type GrantContext = Pick<Requester, 'access'> & { db: Database; identity: { member: Member } };

/** Replaces the access list of a resource and notifies the members concerned. */
export async function saveAudience(ctx: GrantContext, kind: SharedKind, input: NewAudience): Promise<void> {
  const { id, everyone, members: named } = input;
  const resource = { kind, id };
  await ctx.db.transaction(async (tx) => {
    const before = await lockAudience(tx, resource);
    const people = await loadPeople(tx, named);
    await tx.delete(grants).where(eq(columnOf(kind), id));
    const list = named.map((each) => ({ ...resourceColumnOf(resource), memberId: each.id, right: each.right }));
    const open = everyone ? [{ ...resourceColumnOf(resource), memberId: null, right: everyone }] : [];
    if (list.length + open.length > 0) await tx.insert(grants).values([...list, ...open]);
    if (kind === 'application' && before.everyone && !everyone) await clearSketches(tx);
    const now: Audience = { maker: before.maker, everyone: everyone ?? undefined, named: new Map(people) };
    await publishChange(tx, { kind: 'access', thing: kind, id, lost: membersWhoLostAccess(before, now) });
    await notifyGranted(tx, { resource, by: ctx.identity.member, before, people });
  });
  ctx.access.invalidate(resource);
}

async function lockAudience(tx: Queryable, { kind, id }: SharedResource): Promise<Audience> {
  const table = tableOf(kind);
  const [row] = await tx.select({ maker: table.memberId }).from(table).where(eq(table.id, id)).for('update');
  if (!row) throw new Problem('not_found');
  return audienceOf(
    row.maker,
    await tx
      .select()
      .from(grants)
      .where(eq(columnOf(kind), id)),
  );
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
  const title = await loadTitle(tx, resource);
  for (const right of rights) {
    const gained = people.filter(([id, grantedRight]) => {
      const had = rightIn(before, { id, role: 'editor' });
      return grantedRight === right && id !== by.id && had !== 'edit' && had !== right;
    });
    const ids = gained.map(([id]) => id);
    await notify(tx, ids, { kind: 'access_given', thing: resource.kind, id: resource.id, title, right, by: by.name });
  }
}

async function loadTitle(tx: Queryable, { kind, id }: SharedResource): Promise<LocalizedText> {
  if (kind === 'dashboard') {
    const [row] = await tx.select({ title: dashboards.title }).from(dashboards).where(eq(dashboards.id, id));
    return row!.title;
  }
  const [row] = await tx.select({ name: applications.name }).from(applications).where(eq(applications.id, id));
  return { en_US: row!.name, zh_CN: row!.name };
}

function membersWhoLostAccess(before: Audience, now: Audience): string[] | 'everyone' {
  if (before.everyone && !now.everyone) return 'everyone';
  return [...before.named.keys()].filter((id) => !rightIn(now, { id, role: 'viewer' }));
}

/**
 * Thumbnails may show data that is no longer open to all; their points are cleared and drawn again on the next view.
 */
export async function clearSketches(tx: Queryable): Promise<void> {
  await tx.execute(sql`update dashboards set sketch = coalesce(
    (select jsonb_agg(drawn || '{"points": []}') from jsonb_array_elements(sketch) drawn), '[]')`);
}
