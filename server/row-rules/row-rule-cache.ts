import { eq } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';

import type { RowRule } from '#contract/datasets/row-rules.ts';
import type { MemberAttributes } from '#contract/groups/routes.ts';
import type { MaybePromise } from '#server/context.ts';
import type { Database } from '#server/database/open.ts';
import { groupMembers, members, rowRules } from '#server/database/schema.ts';
import { shareLoads } from '#server/database/shared-loads.ts';
import type { ChangeFeed, ChangeNotice } from '#server/live/changes.ts';

/** The rules of a dataset; null if it has none. */
type StoredRules = { zone: string; rules: RowRule[] } | null;

/** Groups and attributes of a member, which row rules refer to. */
export type MemberScope = { groups: string[]; attributes: MemberAttributes };

/**
 * Cache of row rules by dataset, and of groups and attributes by member, for a few seconds. Changes clear it on every
 * server at once; while change events cannot be received, nothing is cached.
 */
export type RowRuleCache = {
  rulesOf: (dataset: string) => MaybePromise<StoredRules>;
  scopeOf: (member: string) => MaybePromise<MemberScope>;
  /** Called when a change by this server is committed: its event comes later. */
  invalidate: () => void;
  /** A number that changes with every change of rules, groups and attributes. */
  revision: () => number;
  close: () => void;
};

const cacheOptions = { max: 10_000, ttl: 5_000 };

export function openRowRules(db: Database, changes: ChangeFeed): RowRuleCache {
  const rules = new LRUCache<string, { value: StoredRules }>(cacheOptions);
  const scopes = new LRUCache<string, { value: MemberScope }>(cacheOptions);
  let invalidations = 0;

  function invalidate(): void {
    invalidations++;
    rules.clear();
    scopes.clear();
  }

  function cached<T>(cache: LRUCache<string, { value: T }>, load: (id: string) => Promise<T>) {
    const loadAndCache = shareLoads(async (id) => {
      const before = invalidations;
      const value = await load(id);
      // A value that was read before an invalidation is returned but not cached.
      if (before === invalidations && changes.isConnected()) cache.set(id, { value });
      return value;
    });
    return (id: string): MaybePromise<T> => {
      const hit = changes.isConnected() ? cache.get(id) : undefined;
      return hit ? hit.value : loadAndCache(id);
    };
  }

  const kinds = new Set<ChangeNotice['kind']>(['row_rules', 'row_scope', 'groups', 'member']);
  const onChange = ({ kind }: ChangeNotice) => void (kinds.has(kind) && invalidate());
  return {
    rulesOf: cached(rules, (id) => loadRules(db, id)),
    scopeOf: cached(scopes, (id) => loadScope(db, id)),
    invalidate,
    revision: () => invalidations,
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
