import { eq } from 'drizzle-orm';

import type { RowRule } from '#contract/datasets/row-rules.ts';
import type { MemberAttributes } from '#contract/groups/routes.ts';
import type { MaybePromise } from '#server/context.ts';
import type { Database } from '#server/database/open.ts';
import { groupMembers, members, rowRules } from '#server/database/schema.ts';
import { openChangeCache } from '#server/live/change-cache.ts';
import type { ChangeFeed, ChangeNotice } from '#server/live/changes.ts';

/** The rules of a dataset; null if it has none. */
type StoredRules = { zone: string; rules: RowRule[] } | null;

/** Groups and attributes of a member, which row rules refer to. */
export type MemberScope = { groups: string[]; attributes: MemberAttributes };

/** Row rules by dataset, and groups and attributes by member, cached for seconds. Changes drop them on every server. */
export type RowRuleCache = {
  rulesOf: (dataset: string) => MaybePromise<StoredRules>;
  scopeOf: (member: string) => MaybePromise<MemberScope>;
  /** Called when a change by this server is committed: its event comes later. */
  invalidate: () => void;
  /** A number that changes with every change of rules, groups and attributes. */
  revision: () => number;
  close: () => void;
};

export function openRowRules(db: Database, changes: ChangeFeed): RowRuleCache {
  const cacheOptions = { isConnected: changes.isConnected, maxEntries: 10_000, ttlMs: 5_000 };
  const rules = openChangeCache({ ...cacheOptions, load: (id) => loadRules(db, id) });
  const scopes = openChangeCache({ ...cacheOptions, load: (id) => loadScope(db, id) });

  function invalidate(): void {
    rules.dropAll();
    scopes.dropAll();
  }

  const kinds = new Set<ChangeNotice['kind']>(['row_rules', 'row_scope', 'groups', 'member']);
  const onChange = ({ kind }: ChangeNotice) => void (kinds.has(kind) && invalidate());
  return {
    rulesOf: rules.load,
    scopeOf: scopes.load,
    invalidate,
    // Rules and scopes are always dropped together.
    revision: rules.revision,
    close: changes.subscribe(onChange, invalidate),
  };
}

async function loadRules(db: Database, dataset: string): Promise<StoredRules> {
  const [row] = await db.select().from(rowRules).where(eq(rowRules.datasetId, dataset));
  return row ? { zone: row.zone, rules: row.rules } : null;
}

async function loadScope(db: Database, member: string): Promise<MemberScope> {
  const [[row], memberships] = await Promise.all([
    db.select({ attributes: members.attributes }).from(members).where(eq(members.id, member)),
    db.select({ group: groupMembers.groupId }).from(groupMembers).where(eq(groupMembers.memberId, member)),
  ]);
  return { groups: memberships.map(({ group }) => group), attributes: row?.attributes ?? {} };
}
