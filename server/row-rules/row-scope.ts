import type { RowRule } from '#contract/datasets/row-rules.ts';
import type { MemberAttributes } from '#contract/groups/routes.ts';
import { Problem } from '#contract/errors.ts';
import { peopleOf, type Person } from '#server/access/audience.ts';
import { type Requester, rightOf } from '#server/access/rights.ts';
import type { MemberScope, RowRuleCache } from './row-rule-cache.ts';

/** The context of a reader of rows. */
export type RowReader = Requester & { rowRules: RowRuleCache };

/** The rules that apply to one person, and the values that the rules refer to. */
export type PersonRules = { rules: RowRule[]; attributes: MemberAttributes };

/** The limits of a reader: rows must be visible to each of these people. */
export type RowScope = { zone: string; people: PersonRules[] };

/** All people who must be allowed to see the rows: the reader, and those on whose behalf a link or report runs. */
function readersOf({ identity, delegation }: RowReader): Person[] {
  const delegates = delegation ? [delegation.editor, ...(delegation.publishers ?? [])] : [];
  const people = [...peopleOf(identity.member), ...delegates];
  return [...new Map(people.map((person) => [person.id, person])).values()];
}

/** People who may edit a dataset could change its rules, so they see all rows. */
const seesAll = async (ctx: RowReader, person: Person, dataset: string) =>
  (await rightOf(ctx, person, { kind: 'dataset', id: dataset })) === 'edit';

/** The rules of a dataset that limit a reader; undefined if none do. */
export async function findRowScope(ctx: RowReader, dataset: string): Promise<RowScope | undefined> {
  const stored = await ctx.rowRules.rulesOf(dataset);
  if (!stored) return undefined;
  const people: PersonRules[] = [];
  for (const person of readersOf(ctx)) {
    if (await seesAll(ctx, person, dataset)) continue;
    const scope = await ctx.rowRules.scopeOf(person.id);
    const rules = stored.rules.filter(({ audience }) => isIn(audience, person, scope));
    if (!rules.some(({ rows }) => rows.kind === 'all')) people.push({ rules, attributes: scope.attributes });
  }
  return people.length > 0 ? { zone: stored.zone, people } : undefined;
}

function isIn(audience: RowRule['audience'], { id }: Person, { groups }: MemberScope): boolean {
  if (audience.kind === 'everyone') return true;
  return audience.kind === 'member' ? audience.id === id : groups.includes(audience.id);
}

/** Throws if the reader may not see all rows of a dataset. */
export async function requireAllRows(ctx: RowReader, dataset: string): Promise<void> {
  if (await findRowScope(ctx, dataset)) throw new Problem('rows_restricted');
}
