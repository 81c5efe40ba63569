import { editDistanceOf } from '#domain/text/edit-distance.ts';

/** Letters and digits only, without case and width: other differences between column names are accidental. */
export const normalizeName = (name: string) =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Similarity of two names from 0 (nothing in common) to 1 (equal). */
export function nameSimilarity(a: string, b: string): number {
  if (a === '' || b === '') return 0;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  // A name with a prefix or suffix added counts as similar if it is at least two characters long.
  const isPart = short.length >= 2 && (long.startsWith(short) || long.endsWith(short));
  return Math.max(1 - editDistanceOf(a, b, { swaps: false }) / long.length, isPart ? 0.7 : 0);
}
