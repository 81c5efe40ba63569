import type { Reject } from '#contract/datasets/routes.ts';

/** Edited cells of rejected rows: by row, then by column. */
export type CellEdits = Record<number, Record<string, string>>;

/** The corrected rows with all their cells, to be loaded. A cleared cell is null. */
export function correctedRows(rejects: Reject[], corrections: CellEdits) {
  return rejects
    .filter((reject) => corrections[reject.id])
    .map(({ id, cells }) => {
      const editedCells = Object.entries(corrections[id]!).map(([column, value]) => [
        column,
        value === '' ? null : value,
      ]);
      return { id, cells: { ...cells, ...(Object.fromEntries(editedCells) as Record<string, string | null>) } };
    });
}

/** Replaces rejects that were rejected again by their latest version. */
export function mergeRejects(rejects: Reject[], failedAgain: Reject[]): Reject[] {
  const last = new Map(failedAgain.map((reject) => [reject.id, reject]));
  return rejects.map((reject) => last.get(reject.id) ?? reject);
}
