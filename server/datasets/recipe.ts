import { eq } from 'drizzle-orm';

import type { Dataset } from '#contract/datasets/routes.ts';
import type { Recipe } from '#engine/tables.ts';
import type { Database } from '#server/database/open.ts';
import { datasets, type rejects } from '#server/database/schema.ts';
import { lockDataset } from './publish.ts';
import { loadDataset, loadDatasetRow } from './read.ts';

type RejectRow = typeof rejects.$inferSelect;

/** A rejected row and its corrected cells. */
export type CorrectedRow = { reject: RejectRow; cells: Record<string, string | null> };

export const correctedOf = (reject: RejectRow, cells: Record<string, string | null>): CorrectedRow => ({
  reject,
  cells: { ...reject.cells, ...cells },
});

/** The wrong value and its correction, so that later loads correct the same value automatically. */
export function recipeOf({ reject, cells }: CorrectedRow): Recipe[] {
  const { columnId, value } = reject;
  if (!columnId || cells[columnId] === undefined || cells[columnId] === value) return [];
  return [{ column: columnId, from: value, to: cells[columnId] }];
}

const maxCorrections = 1000;

/** The latest correction of a value wins; the oldest are dropped. */
export function mergeRecipe(before: Recipe[], added: Recipe[]): Recipe[] {
  const keyOf = ({ column, from }: Recipe) => `${column} ${from}`;
  return [...new Map([...before, ...added].map((each) => [keyOf(each), each])).values()].slice(-maxCorrections);
}

type CorrectionSelector = { id: string; column?: string | undefined; from?: string | undefined };

/** Deletes the saved corrections of a column and a value, or all of them. */
export async function deleteCorrections(db: Database, { id, column, from }: CorrectionSelector): Promise<Dataset> {
  await loadDatasetRow(db, id);
  await db.transaction(async (tx) => {
    const { recipe } = await lockDataset(tx, id);
    const isSelected = (each: Recipe) =>
      (!column || each.column === column) && (from === undefined || each.from === from);
    const remaining = recipe.filter((each) => !isSelected(each));
    await tx.update(datasets).set({ recipe: remaining }).where(eq(datasets.id, id));
  });
  return loadDataset(db, id);
}
