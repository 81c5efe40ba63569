import type { Reject } from '#contract/datasets.ts';

/** What was written into cells of rows that were kept aside: by row, then by column. */
export type Corrections = Record<number, Record<string, string>>;

/** Rows that someone has corrected, whole, as they shall be loaded. An emptied cell holds nothing. */
export function correctedRows(rejects: Reject[], corrections: Corrections) {
  return rejects
    .filter((reject) => corrections[reject.id])
    .map(({ id, cells }) => {
      const written = Object.entries(corrections[id]!).map(([column, value]) => [column, value === '' ? null : value]);
      return { id, cells: { ...cells, ...(Object.fromEntries(written) as Record<string, string | null>) } };
    });
}

/** Rows that were corrected and still do not fit stand as they were written last, with what is wrong now. */
export function triedRows(rejects: Reject[], tried: Reject[]): Reject[] {
  const last = new Map(tried.map((reject) => [reject.id, reject]));
  return rejects.map((reject) => last.get(reject.id) ?? reject);
}
