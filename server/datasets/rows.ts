import type { datasetRoutes, RowFilter, RowPage } from '#contract/datasets/routes.ts';
import type { z } from 'zod';

import type { EngineAnswer } from '#engine/engine.ts';
import { rowCountOf, rowPageOf } from '#engine/row-pages.ts';
import { signalOf } from '#server/context.ts';
import type { RowReader } from '#server/row-rules/row-scope.ts';
import { queryEngine } from './query-engine.ts';
import { loadPreview } from './preview.ts';
import { readRestricted, type ReadableSnapshot } from './readable-snapshot.ts';
import { isStored, loadSnapshot, requireReadable, type StoredSnapshot } from './snapshot.ts';
import type { DatasetContext } from './services.ts';

type PageInput = z.output<(typeof datasetRoutes)['POST /datasets/:id/rows']['input']>;

/** One page of rows of a dataset at a version. */
export const loadRows = (ctx: DatasetContext, input: PageInput): Promise<RowPage> => loadRowsFor(ctx, ctx, input);

/** The same, as someone else sees them. */
export async function loadRowsFor(
  ctx: DatasetContext,
  reader: RowReader,
  { id, version, ...page }: PageInput,
): Promise<RowPage> {
  const whole = requireReadable(await loadSnapshot(ctx, id, version));
  return readRestricted(reader, whole, (snapshot) => readPage(ctx, snapshot, page));
}

async function readPage(
  ctx: DatasetContext,
  snapshot: ReadableSnapshot,
  page: Omit<PageInput, 'id' | 'version'>,
): Promise<RowPage> {
  if (!isStored(snapshot)) return loadPreview(ctx, snapshot, page);
  const isRestricted = snapshot.rowRule !== null;
  const isPlain = !page.order && page.filters.length === 0 && !isRestricted;
  const { source, offset } = isPlain ? narrow(snapshot, page) : { source: snapshot.source, offset: page.offset };
  const signal = signalOf(ctx);
  const [answer, total] = await Promise.all([
    queryEngine(ctx, rowPageOf(source, { ...page, offset }), { signal }),
    page.filters.length === 0 && !isRestricted ? snapshot.rows : countRows(ctx, source, page.filters, signal),
  ]);
  const columns = snapshot.source.columns.map((column) => column.id);
  return { version: snapshot.version, total, isCutOff: false, columns, rows: rowsOf(answer, columns.length) };
}

/** The number of rows that pass the filters. */
export async function countRows(
  ctx: DatasetContext,
  source: StoredSnapshot['source'],
  filters: RowFilter[] = [],
  signal?: AbortSignal,
): Promise<number> {
  const { values } = await queryEngine(ctx, rowCountOf(source, filters), { signal });
  return Number(values[0]![0]);
}

// Skips the segments before a distant page.
function narrow({ source, segmentRows }: StoredSnapshot, { offset, limit }: { offset: number; limit: number }) {
  let before = 0;
  let remaining = offset;
  while (before < segmentRows.length && remaining >= segmentRows[before]!) remaining -= segmentRows[before++]!;
  let end = before;
  for (let covered = -remaining; end < segmentRows.length && covered < limit; end++) covered += segmentRows[end]!;
  const part =
    source.at === 'files'
      ? { ...source, segments: source.segments.slice(before, end) }
      : { ...source, ranges: source.ranges.slice(before, end) };
  return { source: part, offset: remaining };
}

function rowsOf({ values }: EngineAnswer, width: number): unknown[][] {
  const length = width === 0 ? 0 : (values[0]?.length ?? 0);
  return Array.from({ length }, (_, row) => values.map((column) => column[row]));
}
