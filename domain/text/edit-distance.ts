/** `swaps` counts two adjacent letters in the wrong order as one edit (Damerau–Levenshtein) instead of two. */
type EditRules = { swaps: boolean; maxEdits: number };

// Rows of the distance matrix, reused between calls, because search calls this very often.
let rows = allocateRows(64);

function allocateRows(length: number): [Float64Array, Float64Array, Float64Array] {
  return [new Float64Array(length), new Float64Array(length), new Float64Array(length)];
}

/**
 * Edit distances between a word and every prefix of a text, by the length of the prefix; undefined if all of them are
 * above the maximum. Valid until the next call.
 */
function prefixDistances(
  word: ArrayLike<string>,
  text: ArrayLike<string>,
  { swaps, maxEdits }: EditRules,
): Float64Array | undefined {
  if (text.length >= rows[0].length) rows = allocateRows(2 * text.length + 1);
  let [before, last, now] = rows;
  for (let column = 0; column <= text.length; column++) last[column] = column;
  for (let row = 1; row <= word.length; row++) {
    now.fill(Infinity, 0, text.length + 1);
    if (row <= maxEdits) now[0] = row;
    let rowMin = now[0]!;
    for (let column = Math.max(1, row - maxEdits); column <= Math.min(text.length, row + maxEdits); column++) {
      const isSame = word[row - 1] === text[column - 1];
      const isSwapped =
        swaps && row > 1 && column > 1 && word[row - 1] === text[column - 2] && word[row - 2] === text[column - 1];
      const swapped = isSwapped ? before[column - 2]! + 1 : Infinity;
      const replaced = last[column - 1]! + (isSame ? 0 : 1);
      now[column] = Math.min(last[column]! + 1, now[column - 1]! + 1, replaced, swapped);
      rowMin = Math.min(rowMin, now[column]!);
    }
    if (rowMin > maxEdits) return undefined;
    [before, last, now] = [last, now, before];
  }
  return last.subarray(0, text.length + 1);
}

/** Number of letters to insert, delete or replace, or, with `swaps`, to swap with the next. */
export function editDistanceOf(a: ArrayLike<string>, b: ArrayLike<string>, { swaps }: { swaps: boolean }): number {
  return prefixDistances(a, b, { swaps, maxEdits: Infinity })![b.length]!;
}

/** The min edit distance between a word and a prefix of a text, and the length of that prefix. */
export function prefixDistanceOf(word: string, text: string, maxEdits: number): { edits: number; length: number } {
  const distances = prefixDistances(word, text, { swaps: true, maxEdits });
  if (!distances) return { edits: Infinity, length: 0 };
  const edits = Math.min(...distances);
  return { edits, length: distances.lastIndexOf(edits) };
}
