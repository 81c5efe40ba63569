import { and, desc, eq, gte, inArray, lt, type SQL } from 'drizzle-orm';
import type { z } from 'zod';

import { type Act, actsByArea, type Area } from '#contract/acts.ts';
import type { AuditEntry, auditRoutes } from '#contract/audit.ts';
import { catalogue } from '#contract/catalogue.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { Language } from '#contract/language.ts';
import type { Queryable } from '#server/database/open.ts';
import { audit } from '#server/database/schema.ts';

export type Filter = z.output<(typeof auditRoutes)['GET /audit']['input']>;

const pageSize = 100;

/** A page of the log, newest first. */
export async function listEntries(
  db: Queryable,
  filter: Filter,
  { language, most = pageSize }: { language: Language; most?: number },
): Promise<{ entries: AuditEntry[]; hasMore: boolean }> {
  const rows = await db
    .select()
    .from(audit)
    .where(conditionOf(filter))
    .orderBy(desc(audit.id))
    .limit(most + 1);
  return { entries: rows.slice(0, most).map((row) => entryOf(row, language)), hasMore: rows.length > most };
}

const actsOf = (act: Act | Area): readonly Act[] => (act in actsByArea ? actsByArea[act as Area] : [act as Act]);

function conditionOf({ member, act, outcome, from, until, before }: Filter): SQL | undefined {
  return and(
    member ? eq(audit.memberId, member) : undefined,
    act ? inArray(audit.act, [...actsOf(act)]) : undefined,
    outcome ? eq(audit.outcome, outcome) : undefined,
    from ? gte(audit.at, new Date(from)) : undefined,
    until ? lt(audit.at, new Date(until)) : undefined,
    before ? lt(audit.id, Number(before)) : undefined,
  );
}

// A sentence with a gap, for what was wrong at that time, would say less than its code.
function reasonOf(code: string | null, language: Language): string | null {
  const sentence = code && catalogue[code as ErrorCode]?.[language];
  return sentence && !sentence.includes('{') ? sentence : code;
}

type Row = typeof audit.$inferSelect;

function entryOf({ id, at, memberId, memberName, ...row }: Row, language: Language): AuditEntry {
  return {
    ...row,
    id: String(id),
    at: at.toISOString(),
    reason: reasonOf(row.code, language),
    member: memberId ? { id: memberId, name: memberName ?? '' } : null,
  };
}
