import { eq, inArray } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { z } from 'zod';

import type { datasetRoutes, DatasetColumn, Reject } from '#contract/datasets.ts';
import type { EmptyRules } from '#contract/empty-cells.ts';
import { Problem } from '#contract/errors.ts';
import type { RejectedRow } from '#engine/tables.ts';
import type { MemberContext } from '#server/context.ts';
import type { Database } from '#server/database/open.ts';
import { datasets, rejects } from '#server/database/schema.ts';
import { segmentFile, stagingFolder } from './folders.ts';
import { lockDataset, type NewSegment, publish } from './publish.ts';
import { listColumns, loadRow } from './read.ts';
import { type Corrected, correctedOf, mergeRecipe, recipeOf } from './recipe.ts';
import { readRejected } from './rejected.ts';
import { countRejects, findAlike, findRejects, rejectOf } from './rejects.ts';
import type { Services } from './services.ts';
import { zoneOf } from './zone.ts';

type Corrections = z.output<(typeof datasetRoutes)['POST /datasets/:id/rejects/load']['input']>;

/** Loads rows that were kept aside, with the cells that someone put right, and remembers what was put right. */
export async function correctRejects(
  ctx: MemberContext<Services>,
  { id, rows, alike, zone, remember }: Corrections,
): Promise<{ loaded: number; left: number; rejects: Reject[] }> {
  const { db, config } = ctx;
  const { emptyRules } = await loadRow(db, id);
  const columns = await listColumns(db, id);
  const named = await listNamed(db, id, rows);
  const corrected = alike ? [...named, ...(await listAlike(db, named))] : named;
  const directory = path.join(stagingFolder(config.dataDirectory), randomUUID());
  const file = randomUUID();
  await mkdir(directory, { recursive: true });
  try {
    const { sealed, misfits } = await loadCorrected(ctx, { directory, file, columns, emptyRules, corrected, zone });
    const fitting = corrected.filter(({ reject }) => !misfits.has(reject.id));
    if (fitting.length > 0) await publishCorrected(ctx, id, { fitting, remember, segment: { file, ...sealed } });
    else await rm(segmentFile(config, file), { force: true });
    return { loaded: fitting.length, left: await countRejects(db, id), rejects: stillOf(corrected, misfits) };
  } catch (error) {
    await rm(segmentFile(config, file), { force: true });
    throw error;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function listNamed(db: Database, id: string, rows: Corrections['rows']): Promise<Corrected[]> {
  const cellsOf = new Map(rows.map((row) => [row.id, row.cells]));
  const found = await findRejects(db, id, [...cellsOf.keys()]);
  if (found.length !== cellsOf.size) throw new Problem('not_found');
  return found.map((reject) => correctedOf(reject, cellsOf.get(reject.id)!));
}

/** The other rows that were kept aside for a value that was put right, put right in the same way. */
async function listAlike(db: Database, named: Corrected[]): Promise<Corrected[]> {
  const known = new Set(named.map(({ reject }) => reject.id));
  const alike = new Map<number, Corrected>();
  for (const correction of named) {
    const [recipe] = recipeOf(correction);
    if (!recipe) continue;
    for (const other of await findAlike(db, correction.reject)) {
      if (!known.has(other.id)) alike.set(other.id, correctedOf(other, { [recipe.column]: recipe.to }));
    }
  }
  return [...alike.values()];
}

type Misfits = Map<number, RejectedRow>;
type Loading = {
  directory: string;
  file: string;
  columns: DatasetColumn[];
  emptyRules: Record<string, EmptyRules>;
  corrected: Corrected[];
  zone: string;
};

async function loadCorrected(
  { loads, config }: Services,
  { directory, file, columns, emptyRules, corrected, zone }: Loading,
): Promise<{ sealed: Omit<NewSegment, 'file'>; misfits: Misfits }> {
  const rows = path.join(directory, 'rows');
  const kept = path.join(directory, 'rejects');
  const lineOf = ({ cells }: Corrected) => `${JSON.stringify(columns.map(({ id }) => cells[id] ?? null))}\n`;
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
      rejects: kept,
    },
    { seconds: 60 },
  );
  const still = await readRejected(kept);
  return {
    sealed: { rows: loaded, bytes },
    misfits: new Map(still.map((each) => [corrected[each.line - 1]!.reject.id, each])),
  };
}

async function publishCorrected(
  { db, identity }: MemberContext<Services>,
  id: string,
  { fitting, remember, segment }: { fitting: Corrected[]; remember: boolean; segment: NewSegment },
): Promise<void> {
  const ids = fitting.map(({ reject }) => reject.id);
  await db.transaction(async (tx) => {
    const dataset = await lockDataset(tx, id);
    const gone = await tx.delete(rejects).where(inArray(rejects.id, ids)).returning({ id: rejects.id });
    // Someone else loaded some of them at the same moment.
    if (gone.length !== ids.length) throw new Problem('not_found');
    const detail = String(segment.rows);
    const memberId = identity.member.id;
    await publish(tx, id, { cause: 'correction', memberId, detail, add: [segment], remove: 'none' });
    if (!remember) return;
    const recipe = mergeRecipe(dataset.recipe, fitting.flatMap(recipeOf));
    await tx.update(datasets).set({ recipe }).where(eq(datasets.id, id));
  });
}

/** Those that do not fit as they were corrected, with what is wrong now. */
function stillOf(corrected: Corrected[], misfits: Misfits): Reject[] {
  return corrected.flatMap(({ reject, cells }) => {
    const misfit = misfits.get(reject.id);
    if (!misfit) return [];
    const { column, value, reason } = misfit;
    return [{ ...rejectOf(reject), cells, column, value, reason }];
  });
}
