import { Readable } from 'node:stream';

import { auditActionNameOf } from '#contract/audit/actions.ts';
import type { AuditEntry } from '#contract/audit/routes.ts';
import type { Language } from '#domain/language.ts';
import { auditWords, detailWords } from '#display/words/audit.ts';
import type { Context, FileAnswer } from '#server/context.ts';
import type { Database } from '#server/database/open.ts';
import { csvLinesOf, byteOrderMark } from '#server/datasets/csv.ts';
import { type AuditFilter, listEntries } from './list.ts';

const batchSize = 2000;

/** Streams the log as CSV, one batch of entries at a time. */
export function downloadLog({ db, language }: Context<{ db: Database }>, filter: AuditFilter): FileAnswer {
  const day = new Date().toISOString().slice(0, 10);
  const content = Readable.from(linesOf(db, language, filter));
  return { name: `audit-${day}.csv`, type: 'text/csv; charset=utf-8', content };
}

async function* linesOf(db: Database, language: Language, filter: AuditFilter): AsyncGenerator<string> {
  yield byteOrderMark + csvLinesOf([Object.values(auditWords[language].columns)]);
  for (let before = filter.before; ;) {
    const { entries, hasMore } = await listEntries(
      db,
      { ...filter, ...(before && { before }) },
      { language, maxEntries: batchSize },
    );
    yield csvLinesOf(entries.map((entry) => cellsOf(entry, language)));
    if (!hasMore) return;
    before = entries.at(-1)!.id;
  }
}

function cellsOf(entry: AuditEntry, language: Language): string[] {
  const words = auditWords[language];
  const cells: Record<keyof typeof words.columns, string> = {
    at: entry.at,
    who: entry.member?.name ?? '',
    act: auditActionNameOf(entry.act)?.[language] ?? entry.act,
    thing: entry.thing ?? '',
    details: detailWords(entry.details, language),
    outcome: words.outcomes[entry.outcome],
    reason: entry.reason ?? '',
    address: entry.address,
    device: entry.userAgent,
    byKey: entry.byKey ? 'true' : 'false',
  };
  return Object.keys(words.columns).map((name) => cells[name as keyof typeof cells]);
}
