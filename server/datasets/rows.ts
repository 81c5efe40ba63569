import type { datasetRoutes, RowPage } from '#contract/datasets/routes.ts';
import type { z } from 'zod';

import type { EngineAnswer } from '#engine/engine.ts';
import { rowCountOf, rowPageOf } from '#engine/row-pages.ts';
import { signalOf } from '#server/context.ts';
import { askEngine } from './ask-engine.ts';
import { loadPreview } from './preview.ts';
import { isStored, loadSnapshot, requireReadable, type StoredSnapshot } from './snapshot.ts';
import type { DatasetContext } from './services.ts';

type PageInput = z.output<(typeof datasetRoutes)['POST /datasets/:id/rows']['input']>;

/** One page of rows of a dataset at a version. */
export async function loadRows(ctx: DatasetContext, { id, version, ...page }: PageInput): Promise<RowPage> {
  const snapshot = requireReadable(await loadSnapshot(ctx, id, version));
  if (!isStored(snapshot)) return loadPreview(ctx, snapshot, page);
  const isPlain = !page.order && page.filters.length === 0;
  const { source, offset } = isPlain ? narrow(snapshot, page) : { source: snapshot.source, offset: page.offset };
  const signal = signalOf(ctx);
  const [answer, total] = await Promise.all([
    askEngine(ctx, rowPageOf(source, { ...page, offset }), signal),
    page.filters.length === 0 ? snapshot.rows : askEngine(ctx, rowCountOf(source, page.filters), signal).then(countIn),
  ]);
  const columns = snapshot.source.columns.map((column) => column.id);
  return { version: snapshot.version, total, isCutOff: false, columns, rows: rowsOf(answer, columns.length) };
}

const countIn = ({ values }: EngineAnswer) => Number(values[0]![0]);

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
