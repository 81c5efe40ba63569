import { eq, inArray, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';

import { type AudienceList, type NamedMember, type Right, rights, type SharedKind } from '#contract/access.ts';
import type { Member } from '#contract/accounts.ts';
import type { Texts } from '#contract/datasets.ts';
import { Problem } from '#contract/errors.ts';
import type { Database, Queryable } from '#server/database/open.ts';
import { applications, dashboards, grants, members } from '#server/database/schema.ts';
import { notify } from '#server/notifications/notify.ts';
import { tellChange } from '#server/live/changes.ts';
import type { Shared } from './access.ts';
import { type Audience, audienceOf, rightIn } from './audience.ts';
import type { Asker } from './rights.ts';

const person = { id: members.id, name: members.name, avatar: members.image, role: members.role };

const columnOf = (kind: SharedKind) => (kind === 'dashboard' ? grants.dashboardId : grants.applicationId);
const tableOf = (kind: SharedKind) => (kind === 'dashboard' ? dashboards : applications);
const placeOf = ({ kind, id }: Shared) => (kind === 'dashboard' ? { dashboardId: id } : { applicationId: id });

/** The names of all members who can come in. */
export async function listNames(db: Queryable): Promise<NamedMember[]> {
  return db.select(person).from(members).where(isNull(members.disabledAt)).orderBy(members.name);
}

/** Opens a new thing to all members, to edit. */
export async function openToAll(tx: Queryable, thing: Shared): Promise<void> {
  await tx.insert(grants).values({ ...placeOf(thing), memberId: null, right: 'edit' });
}

/** Who may see a thing, with names. What a role does not allow is not told as given. */
export async function listAudience(db: Database, { kind, id }: Shared): Promise<AudienceList> {
  const table = tableOf(kind);
  const maker = alias(members, 'maker');
  const [made] = await db
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
    by: made?.by ?? null,
    everyone: rows.find((row) => row.person === null)?.right ?? null,
    members: rows.flatMap((row) => (row.person ? [{ ...row.person, right: cappedOf(row.person, row.right) }] : [])),
  };
}

const cappedOf = ({ role }: NamedMember, right: Right): Right => (role === 'viewer' ? 'view' : right);

type NewAudience = { id: string; everyone: Right | null; members: { id: string; right: Right }[] };

type Granting = Pick<Asker, 'access'> & { db: Database; identity: { member: Member } };

/** Says who may see a thing from now on, and tells everyone whom it concerns. */
export async function saveAudience(ctx: Granting, kind: SharedKind, input: NewAudience): Promise<void> {
  const { id, everyone, members: named } = input;
  const thing = { kind, id };
  await ctx.db.transaction(async (tx) => {
    const before = await lockAudience(tx, thing);
    const people = await loadPeople(tx, named);
    await tx.delete(grants).where(eq(columnOf(kind), id));
    const list = named.map((each) => ({ ...placeOf(thing), memberId: each.id, right: each.right }));
    const open = everyone ? [{ ...placeOf(thing), memberId: null, right: everyone }] : [];
    if (list.length + open.length > 0) await tx.insert(grants).values([...list, ...open]);
    if (kind === 'application' && before.everyone && !everyone) await forgetSketches(tx);
    const now: Audience = { maker: before.maker, everyone: everyone ?? undefined, named: new Map(people) };
    await tellChange(tx, { kind: 'access', thing: kind, id, lost: lostBetween(before, now) });
    await tellGiven(tx, { thing, by: ctx.identity.member, before, people });
  });
  ctx.access.forget(thing);
}

async function lockAudience(tx: Queryable, { kind, id }: Shared): Promise<Audience> {
  const table = tableOf(kind);
  const [found] = await tx.select({ maker: table.memberId }).from(table).where(eq(table.id, id)).for('update');
  if (!found) throw new Problem('not_found');
  return audienceOf(
    found.maker,
    await tx
      .select()
      .from(grants)
      .where(eq(columnOf(kind), id)),
  );
}

async function loadPeople(tx: Queryable, named: NewAudience['members']): Promise<[string, Right][]> {
  if (named.length === 0) return [];
  const found = await tx
    .select(person)
    .from(members)
    .where(
      inArray(
        members.id,
        named.map(({ id }) => id),
      ),
    );
  if (found.length !== named.length) throw new Problem('not_found');
  const rightOf = new Map(named.map(({ id, right }) => [id, right]));
  const viewer = found.find(({ id, role }) => role === 'viewer' && rightOf.get(id) === 'edit');
  if (viewer) throw new Problem('viewer_cannot_edit', { value: viewer.name });
  return [...rightOf];
}

type Given = { thing: Shared; by: Member; before: Audience; people: [string, Right][] };

/** Tells members who are named and could do less before; nobody tells themselves. */
async function tellGiven(tx: Queryable, { thing, by, before, people }: Given): Promise<void> {
  const title = await loadTitle(tx, thing);
  for (const right of rights) {
    const gained = people.filter(([id, given]) => {
      const had = rightIn(before, { id, role: 'editor' });
      return given === right && id !== by.id && had !== 'edit' && had !== right;
    });
    const ids = gained.map(([id]) => id);
    await notify(tx, ids, { kind: 'access_given', thing: thing.kind, id: thing.id, title, right, by: by.name });
  }
}

async function loadTitle(tx: Queryable, { kind, id }: Shared): Promise<Texts> {
  if (kind === 'dashboard') {
    const [found] = await tx.select({ title: dashboards.title }).from(dashboards).where(eq(dashboards.id, id));
    return found!.title;
  }
  const [found] = await tx.select({ name: applications.name }).from(applications).where(eq(applications.id, id));
  return { en_US: found!.name, zh_CN: found!.name };
}

function lostBetween(before: Audience, now: Audience): string[] | 'everyone' {
  if (before.everyone && !now.everyone) return 'everyone';
  return [...before.named.keys()].filter((id) => !rightIn(now, { id, role: 'viewer' }));
}

/** Small drawings may show what is not for everyone any more; they are drawn again when someone looks. */
async function forgetSketches(tx: Queryable): Promise<void> {
  await tx.execute(sql`update dashboards set sketch = coalesce(
    (select jsonb_agg(drawn || '{"points": []}') from jsonb_array_elements(sketch) drawn), '[]')`);
}
