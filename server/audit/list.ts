import { and, desc, eq, gte, inArray, lt, type SQL } from 'drizzle-orm';
import type { z } from 'zod';

import { type AuditAction, auditActionsOf } from '#contract/audit/actions.ts';
import { type AuditArea, auditAreaNames } from '#contract/audit/areas.ts';
import type { AuditEntry, auditRoutes } from '#contract/audit/routes.ts';
import { catalogue } from '#contract/error-catalogue.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { Language } from '#domain/language.ts';
import type { Queryable } from '#server/database/open.ts';
import { audit } from '#server/database/schema.ts';

export type AuditFilter = z.output<(typeof auditRoutes)['GET /audit']['input']>;

const pageSize = 100;

/** One page of the log, newest first. */
export async function listEntries(
  db: Queryable,
  filter: AuditFilter,
  { language, maxEntries = pageSize }: { language: Language; maxEntries?: number },
): Promise<{ entries: AuditEntry[]; hasMore: boolean }> {
  const rows = await db
    .select()
    .from(audit)
    .where(conditionOf(filter))
    .orderBy(desc(audit.id))
    .limit(maxEntries + 1);
  return { entries: rows.slice(0, maxEntries).map((row) => entryOf(row, language)), hasMore: rows.length > maxEntries };
}

const actsOf = (act: AuditAction | AuditArea): readonly AuditAction[] =>
  act in auditAreaNames ? auditActionsOf(act as AuditArea) : [act as AuditAction];

function conditionOf({ member, act, outcome, from, until, before }: AuditFilter): SQL | undefined {
  return and(
    member ? eq(audit.memberId, member) : undefined,
    act ? inArray(audit.act, [...actsOf(act)]) : undefined,
    outcome ? eq(audit.outcome, outcome) : undefined,
    from ? gte(audit.at, new Date(from)) : undefined,
    until ? lt(audit.at, new Date(until)) : undefined,
    before ? lt(audit.id, Number(before)) : undefined,
  );
}

// A message with placeholders, whose values were not logged, would say less than its code.
function reasonOf(code: string | null, language: Language): string | null {
  const sentence = code && catalogue[code as ErrorCode]?.[language];
  return sentence && !sentence.includes('{') ? sentence : code;
}

type AuditRow = typeof audit.$inferSelect;

function entryOf({ id, at, memberId, memberName, ...row }: AuditRow, language: Language): AuditEntry {
  return {
    ...row,
    id: String(id),
    at: at.toISOString(),
    reason: reasonOf(row.code, language),
    member: memberId ? { id: memberId, name: memberName ?? '' } : null,
  };
}
