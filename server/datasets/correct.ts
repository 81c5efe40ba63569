import { and, eq, inArray } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { z } from 'zod';

import type { datasetRoutes, DatasetColumn, Reject } from '#contract/datasets.ts';
import { Problem } from '#contract/errors.ts';
import type { Recipe } from '#engine/tables.ts';
import type { MemberContext } from '#server/context.ts';
import { datasets, rejects } from '#server/database/schema.ts';
import { segmentFile, stagingFolder } from './folders.ts';
import { lockDataset, publish } from './publish.ts';
import { listColumns, loadRow } from './read.ts';
import { readRejected } from './rejected.ts';
import { findRejects, rejectOf } from './rejects.ts';
import type { Services } from './services.ts';

type Corrections = z.output<(typeof datasetRoutes)['POST /datasets/:id/rejects/load']['input']>;
type RejectRow = typeof rejects.$inferSelect;
type Corrected = { reject: RejectRow; cells: Record<string, string | null> };

const remembered = 1000;

/** Loads rows that were kept aside, with the cells that someone put right, and remembers what was put right. */
export async function correctRejects(
  ctx: MemberContext<Services>,
  { id, rows }: Corrections,
): Promise<{ loaded: number; rejects: Reject[] }> {
  const { db, config } = ctx;
  await loadRow(db, id);
  const columns = await listColumns(db, id);
  const found = await findRejects(
    db,
    id,
    rows.map((row) => row.id),
  );
  if (found.length !== rows.length) throw new Problem('not_found');
  const corrected = rows.map((row) =>
    correctedOf(
      found.find((each) => each.id === row.id)!,
      row.cells,
    ),
  );
  const directory = path.join(stagingFolder(config.dataDirectory), randomUUID());
  const file = randomUUID();
  await mkdir(directory, { recursive: true });
  try {
    const sealed = await loadCorrected(ctx, { directory, file, columns, corrected });
    const still = await readRejected(path.join(directory, 'rejects'));
    const misfits = new Map(still.map((each) => [corrected[each.line - 1]!.reject.id, each]));
    const fitting = corrected.filter(({ reject }) => !misfits.has(reject.id));
    await db.transaction(async (tx) => {
      const dataset = await lockDataset(tx, id);
      const gone = fitting.map(({ reject }) => reject.id);
      const deleted =
        gone.length > 0
          ? await tx
              .delete(rejects)
              .where(and(inArray(rejects.id, gone)))
              .returning()
          : [];
      // Someone else loaded some of them at the same moment.
      if (deleted.length !== gone.length) throw new Problem('not_found');
      if (sealed.rows === 0) return;
      const memberId = ctx.identity.member.id;
      const detail = String(sealed.rows);
      await publish(tx, id, { cause: 'correction', memberId, detail, add: [{ file, ...sealed }], remove: 'none' });
      const recipe = mergeRecipe(dataset.recipe, fitting.flatMap(recipeOf));
      await tx.update(datasets).set({ recipe }).where(eq(datasets.id, id));
    });
    const left = corrected.flatMap(({ reject, cells }) => {
      const misfit = misfits.get(reject.id);
      return misfit ? [{ ...rejectOf(reject), cells, ...place(misfit) }] : [];
    });
    return { loaded: fitting.length, rejects: left };
  } catch (error) {
    await rm(segmentFile(config, file), { force: true });
    throw error;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

const place = ({ column, value, reason }: Pick<Reject, 'column' | 'value' | 'reason'>) => ({ column, value, reason });

const correctedOf = (reject: RejectRow, cells: Record<string, string | null>): Corrected => ({
  reject,
  cells: { ...reject.cells, ...cells },
});

type Loading = { directory: string; file: string; columns: DatasetColumn[]; corrected: Corrected[] };

async function loadCorrected({ loads, config }: Services, { directory, file, columns, corrected }: Loading) {
  const rows = path.join(directory, 'rows.ndjson');
  await writeFile(
    rows,
    corrected.map(({ cells }) => `${JSON.stringify(columns.map(({ id }) => cells[id] ?? null))}\n`).join(''),
  );
  const { rejected: _, ...sealed } = await loads.run(
    'load',
    {
      source: { kind: 'cells', file: rows },
      zone: 'UTC',
      columns: columns.map(({ id, type, format }, source) => ({ source, id, type, format })),
      recipe: [],
      segment: segmentFile(config, file),
      rejects: path.join(directory, 'rejects'),
    },
    { seconds: 60 },
  );
  return sealed;
}

// What was wrong and what it became, so that the same value is put right by itself next time.
function recipeOf({ reject, cells }: Corrected): Recipe[] {
  const { columnId, value } = reject;
  if (!columnId || cells[columnId] === undefined || cells[columnId] === value) return [];
  return [{ column: columnId, from: value, to: cells[columnId] }];
}

function mergeRecipe(before: Recipe[], added: Recipe[]): Recipe[] {
  const keyOf = ({ column, from }: Recipe) => `${column} ${from}`;
  return [...new Map([...before, ...added].map((each) => [keyOf(each), each])).values()].slice(-remembered);
}
