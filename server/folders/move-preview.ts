import { and, inArray, isNull } from 'drizzle-orm';

import type { NamedMember, Right } from '#contract/access/routes.ts';
import { folderKinds, type FolderMove, type MovePreview } from '#contract/folders/routes.ts';
import { type Audience, rightIn } from '#server/access/audience.ts';
import { audienceInFolder, inheritedAudienceOf } from '#server/access/folder-tree.ts';
import { listNames } from '#server/access/grants.ts';
import { sharedTables } from '#server/access/shared-tables.ts';
import { loadPlacedAudiences, type PlacedAudience } from '#server/access/with-access.ts';
import type { Queryable } from '#server/database/open.ts';
import { subtreeOf } from './folder-rules.ts';
import { planMove, type PlannedMove, requireMoveRights } from './move.ts';
import type { FolderContext } from './store.ts';

const maxNamedPeople = 20;

type AccessEffect = Exclude<keyof MovePreview, 'stayOpen'>;
const effects: AccessEffect[] = ['gainAccess', 'gainEdit', 'loseAccess', 'loseEdit'];

/** The effect of a change from one right to another. */
function effectOf(before: Right | undefined, after: Right | undefined): AccessEffect | undefined {
  if (before === after) return undefined;
  if (!before) return 'gainAccess';
  if (!after) return 'loseAccess';
  return after === 'edit' ? 'gainEdit' : 'loseEdit';
}

/** Members who gain or lose access by a move, to the moved items or to anything inside them. */
export async function previewMove(ctx: FolderContext, move: FolderMove): Promise<MovePreview> {
  await requireMoveRights(ctx, move);
  return effectsOf(ctx.db, await planMove(ctx, ctx.db, move));
}

/** Members who gain or lose access by a validated move. */
export async function effectsOf(db: Queryable, planned: PlannedMove): Promise<MovePreview> {
  const people = await listAffected(db, planned);
  const affected = Object.fromEntries(effects.map((effect) => [effect, new Map()])) as Record<
    AccessEffect,
    Map<string, NamedMember>
  >;
  // Contents are loaded only if someone is affected.
  const audiences = people.length === 0 ? [] : await listAudienceChanges(db, planned);
  for (const { before, after } of audiences)
    for (const person of people) {
      const effect = effectOf(rightIn(before, person), rightIn(after, person));
      if (effect) affected[effect].set(person.id, person);
    }
  const partOf = (effect: AccessEffect) => ({
    count: affected[effect].size,
    people: [...affected[effect].values()].slice(0, maxNamedPeople),
  });
  const parts = Object.fromEntries(effects.map((effect) => [effect, partOf(effect)]));
  return { ...(parts as Omit<MovePreview, 'stayOpen'>), stayOpen: countOpen(planned) };
}

function countOpen({ items, target, after }: PlannedMove): number {
  if (target === null || inheritedAudienceOf(after, target).everyone) return 0;
  return items.filter(({ own }) => own.everyone).length;
}

/** Members whose right to the target differs from their right to a former folder; nothing changes for all others. */
async function listAffected(db: Queryable, { items, target, before, after }: PlannedMove): Promise<NamedMember[]> {
  const next = inheritedAudienceOf(after, target);
  const formerAudiences = [...new Set(items.map(({ folder }) => folder))].map((folder) =>
    inheritedAudienceOf(before, folder),
  );
  const people = await listNames(db);
  return people.filter((person) =>
    formerAudiences.some((audience) => rightIn(audience, person) !== rightIn(next, person)),
  );
}

type PlacedChange = { before: Audience; after: Audience };

/** The audiences of all moved items and of their contents, before and after. */
async function listAudienceChanges(db: Queryable, planned: PlannedMove): Promise<PlacedChange[]> {
  const { items, target, before, after } = planned;
  const outer = items.map(({ own, folder }) => ({
    before: audienceInFolder(own, before, folder),
    after: audienceInFolder(own, after, target),
  }));
  const inner = (await listInside(db, planned)).map(({ own, folder }) => ({
    before: audienceInFolder(own, before, folder),
    after: audienceInFolder(own, after, folder),
  }));
  return [...outer, ...inner];
}

/** Everything inside moved folders. */
async function listInside(db: Queryable, { items, before }: PlannedMove): Promise<PlacedAudience[]> {
  const moved = items.filter(({ kind }) => kind === 'folder').map(({ id }) => id);
  const nodes = [...new Set(moved.flatMap((id) => subtreeOf(before, id)))];
  const inside: PlacedAudience[] = nodes
    .filter(({ id }) => !moved.includes(id))
    .map(({ own, parentId }) => ({ own, folder: parentId }));
  const folderIds = nodes.map(({ id }) => id);
  for (const kind of folderKinds) {
    const { table } = sharedTables[kind];
    const isInside = and(inArray(table.folderId, folderIds), isNull(table.trashedAt));
    const rows = await db.select({ id: table.id }).from(table).where(isInside);
    const placed = await loadPlacedAudiences(
      db,
      kind,
      rows.map(({ id }) => id),
    );
    inside.push(...placed.values());
  }
  return inside;
}
