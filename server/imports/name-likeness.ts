/** Letters and digits alone: case, width, spaces and punctuation tell columns apart by accident only. */
export const plainName = (name: string) =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

/** 1 for equal names, 0 for names with nothing in common. */
export function closeness(a: string, b: string): number {
  if (a === '' || b === '') return 0;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  // A name with something added at an end is the same name, if there is enough of it.
  const isPart = short.length >= 2 && (long.startsWith(short) || long.endsWith(short));
  return Math.max(1 - editDistance(a, b) / long.length, isPart ? 0.7 : 0);
}

/** How many letters must change to make one text of the other. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next[j] = Math.min(next[j - 1]! + 1, row[j]! + 1, row[j - 1]! + Number(a[i - 1] !== b[j - 1]));
    }
    row = next;
  }
  return row[b.length]!;
}
