import { eq, inArray } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { z } from 'zod';

import type { datasetRoutes, Reject } from '#contract/datasets/routes.ts';
import type { DatasetColumn } from '#domain/columns/column.ts';
import type { EmptyRules } from '#domain/cells/empty-cells.ts';
import { Problem } from '#contract/errors.ts';
import type { RejectedRow } from '#engine/tables.ts';
import type { MemberContext } from '#server/context.ts';
import type { Database } from '#server/database/open.ts';
import { datasets, rejects } from '#server/database/schema.ts';
import { segmentFile, stagingFolder } from '#server/data-directory.ts';
import type { LocalSegment, NewSegment } from '#server/segments/segment-store.ts';
import { lockDataset, publish } from './publish.ts';
import { listColumns, loadDatasetRow } from './read.ts';
import { type CorrectedRow, correctedOf, mergeRecipe, recipeOf } from './recipe.ts';
import { readRejected } from './store-rejects.ts';
import { countRejects, findAlike, findRejects, rejectOf } from './rejects.ts';
import type { DatasetServices } from './services.ts';
import { zoneOf } from './zone.ts';

type RejectCorrections = z.output<(typeof datasetRoutes)['POST /datasets/:id/rejects/load']['input']>;

/** Loads rejected rows with corrected cells, and optionally saves the corrections for later loads. */
export async function correctRejects(
  ctx: MemberContext<DatasetServices>,
  { id, rows, alike, zone, remember }: RejectCorrections,
): Promise<{ loaded: number; left: number; rejects: Reject[] }> {
  const { db, config } = ctx;
  const { emptyRules } = await loadDatasetRow(db, id);
  const columns = await listColumns(db, id);
  const requested = await listRequested(db, id, rows);
  const corrected = alike ? [...requested, ...(await listAlike(db, requested))] : requested;
  const directory = path.join(stagingFolder(config.dataDirectory), randomUUID());
  const file = randomUUID();
  await mkdir(directory, { recursive: true });
  try {
    const { written, misfits } = await loadCorrected(ctx, { directory, file, columns, emptyRules, corrected, zone });
    const fitting = corrected.filter(({ reject }) => !misfits.has(reject.id));
    if (fitting.length > 0) {
      const segment = await ctx.segments.store({ file, ...written }, { datasetId: id, processes: ctx.loads });
      await publishCorrected(ctx, id, { fitting, remember, segment });
    } else await rm(segmentFile(config, file), { force: true });
    return { loaded: fitting.length, left: await countRejects(db, id), rejects: rejectedAgainOf(corrected, misfits) };
  } catch (error) {
    await rm(segmentFile(config, file), { force: true });
    throw error;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function listRequested(db: Database, id: string, rows: RejectCorrections['rows']): Promise<CorrectedRow[]> {
  const cellsOf = new Map(rows.map((row) => [row.id, row.cells]));
  const requestedRejects = await findRejects(db, id, [...cellsOf.keys()]);
  if (requestedRejects.length !== cellsOf.size) throw new Problem('not_found');
  return requestedRejects.map((reject) => correctedOf(reject, cellsOf.get(reject.id)!));
}

/** The other rows that were rejected for the same value, with the same correction applied. */
async function listAlike(db: Database, requested: CorrectedRow[]): Promise<CorrectedRow[]> {
  const requestedIds = new Set(requested.map(({ reject }) => reject.id));
  const alike = new Map<number, CorrectedRow>();
  for (const correction of requested) {
    const [recipe] = recipeOf(correction);
    if (!recipe) continue;
    for (const other of await findAlike(db, correction.reject)) {
      if (!requestedIds.has(other.id)) alike.set(other.id, correctedOf(other, { [recipe.column]: recipe.to }));
    }
  }
  return [...alike.values()];
}

type Misfits = Map<number, RejectedRow>;
type CorrectionLoad = {
  directory: string;
  file: string;
  columns: DatasetColumn[];
  emptyRules: Record<string, EmptyRules>;
  corrected: CorrectedRow[];
  zone: string;
};

async function loadCorrected(
  { loads, config }: DatasetServices,
  { directory, file, columns, emptyRules, corrected, zone }: CorrectionLoad,
): Promise<{ written: Omit<LocalSegment, 'file'>; misfits: Misfits }> {
  const rows = path.join(directory, 'rows');
  const rejectsFile = path.join(directory, 'rejects');
  const lineOf = ({ cells }: CorrectedRow) => `${JSON.stringify(columns.map(({ id }) => cells[id] ?? null))}\n`;
  await writeFile(rows, corrected.map(lineOf).join(''));
  const { rows: loaded, bytes } = await loads.run(
    'load',
    {
      source: { kind: 'cells', file: rows },
      zone: zoneOf(zone),
      columns: columns.map(({ id, type, format }, source) => ({
        source,
        id,
        type,
        format,
        empty: emptyRules[id] ?? {},
      })),
      recipe: [],
      segment: segmentFile(config, file),
      rejects: rejectsFile,
    },
    { seconds: 60 },
  );
  const rejectedAgain = await readRejected(rejectsFile);
  return {
    written: { rows: loaded, bytes },
    misfits: new Map(rejectedAgain.map((each) => [corrected[each.line - 1]!.reject.id, each])),
  };
}

async function publishCorrected(
  { db, identity }: MemberContext<DatasetServices>,
  id: string,
  { fitting, remember, segment }: { fitting: CorrectedRow[]; remember: boolean; segment: NewSegment },
): Promise<void> {
  const ids = fitting.map(({ reject }) => reject.id);
  await db.transaction(async (tx) => {
    const dataset = await lockDataset(tx, id);
    const deleted = await tx.delete(rejects).where(inArray(rejects.id, ids)).returning({ id: rejects.id });
    // Someone else loaded some of them at the same time.
    if (deleted.length !== ids.length) throw new Problem('not_found');
    const detail = String(segment.rows);
    const memberId = identity.member.id;
    await publish(tx, id, { cause: 'correction', memberId, detail, add: [segment], remove: 'none' });
    if (!remember) return;
    const recipe = mergeRecipe(dataset.recipe, fitting.flatMap(recipeOf));
    await tx.update(datasets).set({ recipe }).where(eq(datasets.id, id));
  });
}

/** The rows that were rejected again, with the new reason. */
function rejectedAgainOf(corrected: CorrectedRow[], misfits: Misfits): Reject[] {
  return corrected.flatMap(({ reject, cells }) => {
    const misfit = misfits.get(reject.id);
    if (!misfit) return [];
    const { column, value, reason } = misfit;
    return [{ ...rejectOf(reject), cells, column, value, reason }];
  });
}
