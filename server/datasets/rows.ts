import type { datasetRoutes, RowPage } from '#contract/datasets.ts';
import type { z } from 'zod';

import { countOf, pageOf } from '#engine/duckdb/page.ts';
import type { Answer, Question } from '#engine/engine.ts';
import { signalOf } from '#server/context.ts';
import { refusedOf } from '#server/queue/refused.ts';
import { shareOf } from '#server/queue/share.ts';
import { loadSnapshot, type Snapshot } from './snapshot.ts';
import type { Asking } from './services.ts';

const patience = { seconds: 30 };

type PageInput = z.output<(typeof datasetRoutes)['POST /datasets/:id/rows']['input']>;

/** One page of a dataset's rows, as of a version. */
export async function loadRows(ctx: Asking, { id, version, ...page }: PageInput): Promise<RowPage> {
  const snapshot = await loadSnapshot(ctx, id, version);
  const isPlain = !page.order && page.filters.length === 0;
  const { source, offset } = isPlain ? narrow(snapshot, page) : { source: snapshot.source, offset: page.offset };
  const signal = signalOf(ctx);
  const [answer, total] = await Promise.all([
    ask(ctx, pageOf(source, { ...page, offset }), signal),
    page.filters.length === 0 ? snapshot.rows : ask(ctx, countOf(source, page.filters), signal).then(numberIn),
  ]);
  const columns = snapshot.source.columns.map((column) => column.id);
  return { version: snapshot.version, total, columns, rows: rowsOf(answer, columns.length) };
}

/** Asks the engine when it is the person's turn; what it refuses is told to them. */
export async function ask(ctx: Asking, question: Question, leaving?: AbortSignal): Promise<Answer> {
  try {
    return await ctx.queue.run({ ...shareOf(ctx), signal: leaving }, (signal) =>
      ctx.engine.ask(question, { ...patience, signal }),
    );
  } catch (cause) {
    throw refusedOf(cause, patience.seconds);
  }
}

const numberIn = ({ values }: Answer) => Number(values[0]![0]);

// A page far behind needs none of the segments before it.
function narrow({ source, segmentRows }: Snapshot, { offset, limit }: { offset: number; limit: number }) {
  let before = 0;
  let left = offset;
  while (before < segmentRows.length && left >= segmentRows[before]!) left -= segmentRows[before++]!;
  let end = before;
  for (let covered = -left; end < segmentRows.length && covered < limit; end++) covered += segmentRows[end]!;
  return { source: { ...source, segments: source.segments.slice(before, end) }, offset: left };
}

function rowsOf({ values }: Answer, width: number): unknown[][] {
  const length = width === 0 ? 0 : (values[0]?.length ?? 0);
  return Array.from({ length }, (_, row) => values.map((column) => column[row]));
}
