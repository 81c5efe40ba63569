import type { Match } from '#contract/imports.ts';
import { Problem } from '#contract/errors.ts';
import { pageOf } from '#engine/duckdb/page.ts';
import { requireRight } from '#server/access/rights.ts';
import type { MemberContext } from '#server/context.ts';
import { loadSnapshot } from '#server/datasets/snapshot.ts';
import { ask } from '#server/datasets/rows.ts';
import { type KnownSide, matchColumns, type Side } from './match.ts';
import { loadUploadRow, type Services } from './uploads.ts';

const looked = 1000;

type Asked = { id: string; table: number; dataset: string };

/** Proposes which columns of a table in a file go into which of a dataset. */
export async function proposeMatches(ctx: MemberContext<Services>, { id, table, dataset }: Asked): Promise<Match[]> {
  await requireRight(ctx, 'edit', { kind: 'dataset', id: dataset });
  const { tables } = await loadUploadRow(ctx, id);
  const found = tables[table];
  if (!found) throw new Problem('not_found');
  const { source } = await loadSnapshot(ctx, dataset);
  const { values } = await ask(ctx, pageOf(source, { offset: 0, limit: looked, filters: [] }));
  const known: KnownSide[] = source.columns.map((column, index) => ({ ...column, values: setOf(values[index] ?? []) }));
  const sides: Side[] = found.columns.map((column, index) => ({
    ...column,
    values: setOf(found.sample.map((row) => row[index])),
  }));
  return matchColumns(sides, known);
}

const setOf = (values: unknown[]) =>
  new Set(values.filter((value) => value !== null && value !== undefined && value !== '').map(String));
