import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import type { Profile, RowFilter, RowPage } from '#contract/datasets/routes.ts';
import { Problem } from '#contract/errors.ts';
import type { Column, Direction, Filter, RowsQuery } from '#domain/query/query.ts';
import { profileOf } from '#engine/profile/profile.ts';
import type { EngineAnswer, FileSource } from '#engine/engine.ts';
import { booleanColumnsOf } from '#engine/sql/boolean-columns.ts';
import { compileRows } from '#engine/sql/rows.ts';
import { dialectOf } from '#engine/sql/source.ts';
import { signalOf } from '#server/context.ts';
import { tableOfSnapshot } from './query-table.ts';
import { queryEngine } from './query-engine.ts';
import { temporaryFolder } from '#server/data-directory.ts';
import type { DatasetContext, RowPreview } from './services.ts';
import type { DatasetSnapshot } from './snapshot.ts';

// A connected table can have any number of rows: pages and profiles read only the first ones.
const maxPreviewRows = 1_000;
const maxProfileRows = 10_000;
/** Tables with many columns have shorter previews. */
const maxCells = 200_000;

const maxPreviews = 20;

type RowSelection = { filters: RowFilter[]; order?: { column: string; direction: Direction } | undefined };
type PreviewPage = RowSelection & { offset: number; limit: number };

/** A page of the first rows of a connected table. */
export async function loadPreview(
  ctx: DatasetContext,
  snapshot: DatasetSnapshot,
  { offset, limit, filters, order }: PreviewPage,
): Promise<RowPage> {
  const columns = snapshot.source.columns.map(({ id }) => id);
  const { answer, rows: total, isCutOff } = await findPreview(ctx, snapshot, { filters, order });
  const length = Math.max(0, Math.min(limit, total - offset));
  const rows = Array.from({ length }, (_, row) => answer.values.map((column) => column[offset + row]));
  return { version: snapshot.version, total, isCutOff, columns, rows };
}

async function findPreview(
  ctx: DatasetContext,
  snapshot: DatasetSnapshot,
  selection: RowSelection,
): Promise<RowPreview> {
  const key = JSON.stringify([snapshot.key, selection]);
  const cached = ctx.previews.get(key);
  if (cached) return cached;
  const loading = readFirstRows(ctx, snapshot, { ...selection, maxRows: maxPreviewRows });
  ctx.previews.set(key, loading);
  // The caller gets the failure, which is not cached.
  loading.catch(() => ctx.previews.delete(key));
  if (ctx.previews.size > maxPreviews) ctx.previews.delete(ctx.previews.keys().next().value!);
  return loading;
}

/** Reads the first rows; fewer if their cells are too large for one answer. */
async function readFirstRows(
  ctx: DatasetContext,
  snapshot: DatasetSnapshot,
  { filters, order, maxRows }: RowSelection & { maxRows: number },
): Promise<RowPreview> {
  const { source, origin } = snapshot;
  const table = tableOfSnapshot(snapshot);
  const rows = Math.max(1, Math.min(maxRows, Math.floor(maxCells / Math.max(1, source.columns.length))));
  const query: RowsQuery = {
    dataset: origin.id,
    columns: source.columns.map(({ id }) => id),
    filters: filters.map((filter) => filterOf(filter, source.columns)),
    period: { kind: 'all' },
    order: order ? [order] : [],
    // One more row shows that there are others.
    limit: rows + 1,
    zone: 'UTC',
    now: new Date().toISOString(),
  };
  const compiled = compileRows(query, table, dialectOf(source));
  const engineQuery = { ...compiled, booleans: booleanColumnsOf(query, table), sources: [source] };
  try {
    const answer = await queryEngine(ctx, engineQuery, { signal: signalOf(ctx) });
    const count = answer.values[0]?.length ?? 0;
    return { answer, rows: Math.min(count, rows), isCutOff: count > rows };
  } catch (error) {
    const isTooLarge = error instanceof Problem && error.code === 'query_too_large';
    if (!isTooLarge || rows <= 10) throw error;
    return readFirstRows(ctx, snapshot, { filters, order, maxRows: Math.floor(rows / 10) });
  }
}

function filterOf(filter: RowFilter, columns: Column[]): Filter {
  if (!('value' in filter)) return filter;
  if (filter.op === 'contains') return { op: 'contains', column: filter.column, value: filter.value };
  const column = columns.find(({ id }) => id === filter.column);
  if (!column) throw new Problem('column_unknown', { column: filter.column });
  return { op: filter.op, column: column.id, value: valueOf(filter.value, column) };
}

function valueOf(text: string, { name, type }: Column): string | number | boolean {
  if (type === 'boolean' && /^(true|false)$/i.test(text)) return text.toLowerCase() === 'true';
  if (type !== 'integer' && type !== 'number') return text;
  const number = Number(text);
  if (text.trim() === '' || !Number.isFinite(number)) throw new Problem('value_misfit', { column: name, value: text });
  return number;
}

/** The profile of the first rows of a connected table, computed like that of files. */
export async function profilePreview(ctx: DatasetContext, snapshot: DatasetSnapshot): Promise<Profile> {
  const { answer, rows, isCutOff } = await readFirstRows(ctx, snapshot, { filters: [], maxRows: maxProfileRows });
  const columns = await withSegment(ctx, { answer, rows, columns: snapshot.source.columns }, (source) =>
    profileOf(source, rows, (query) => queryEngine(ctx, query)),
  );
  return { version: snapshot.version, rows, isSample: isCutOff, columns };
}

type PreviewRows = { answer: EngineAnswer; rows: number; columns: Column[] };

/** Stores rows as a segment while `use` reads it. */
async function withSegment<T>(
  { config, loads }: DatasetContext,
  { answer, rows, columns: stored }: PreviewRows,
  use: (source: FileSource) => Promise<T>,
): Promise<T> {
  const folder = temporaryFolder(config.dataDirectory);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const segment = path.join(folder, randomUUID());
  const lines = `${segment}.rows`;
  const columns = stored.map(({ id, name, type }) => ({ id, name, type }));
  const lineOf = (row: number) =>
    JSON.stringify(Object.fromEntries(columns.map(({ id }, index) => [id, answer.values[index]![row]])));
  try {
    await writeFile(lines, Array.from({ length: rows }, (_, row) => `${lineOf(row)}\n`).join(''), { mode: 0o600 });
    await loads.run('write', { file: segment, columns, rows: lines }, { seconds: 60 });
    return await use({ at: 'files', name: 'rows', columns, segments: rows > 0 ? [segment] : [] });
  } finally {
    await Promise.all([segment, lines].map((file) => rm(file, { force: true })));
  }
}
