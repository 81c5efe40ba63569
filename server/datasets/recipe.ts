import { eq } from 'drizzle-orm';

import type { Dataset } from '#contract/datasets.ts';
import type { Recipe } from '#engine/tables.ts';
import type { Database } from '#server/database/open.ts';
import { datasets, type rejects } from '#server/database/schema.ts';
import { lockDataset } from './publish.ts';
import { loadDataset, loadRow } from './read.ts';

type RejectRow = typeof rejects.$inferSelect;

/** A row that was kept aside, and its cells as they are to be. */
export type Corrected = { reject: RejectRow; cells: Record<string, string | null> };

export const correctedOf = (reject: RejectRow, cells: Record<string, string | null>): Corrected => ({
  reject,
  cells: { ...reject.cells, ...cells },
});

/** What was wrong and what it became, so that the same value is put right by itself next time. */
export function recipeOf({ reject, cells }: Corrected): Recipe[] {
  const { columnId, value } = reject;
  if (!columnId || cells[columnId] === undefined || cells[columnId] === value) return [];
  return [{ column: columnId, from: value, to: cells[columnId] }];
}

const remembered = 1000;

/** A later correction of the same value counts; the oldest are forgotten. */
export function mergeRecipe(before: Recipe[], added: Recipe[]): Recipe[] {
  const nameOf = ({ column, from }: Recipe) => `${column} ${from}`;
  return [...new Map([...before, ...added].map((each) => [nameOf(each), each])).values()].slice(-remembered);
}

type Forgotten = { id: string; column?: string | undefined; from?: string | undefined };

/** Forgets the corrections of a column and a value, or all of them. */
export async function forgetCorrections(db: Database, { id, column, from }: Forgotten): Promise<Dataset> {
  await loadRow(db, id);
  await db.transaction(async (tx) => {
    const { recipe } = await lockDataset(tx, id);
    const isMeant = (each: Recipe) => (!column || each.column === column) && (from === undefined || each.from === from);
    const kept = recipe.filter((each) => !isMeant(each));
    await tx.update(datasets).set({ recipe: kept }).where(eq(datasets.id, id));
  });
  return loadDataset(db, id);
}
