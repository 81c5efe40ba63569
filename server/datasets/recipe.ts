import type { Recipe } from '#engine/tables.ts';
import type { rejects } from '#server/database/schema.ts';

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
