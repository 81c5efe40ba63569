/** Where the columns of a text in aligned columns begin, counted in characters. */
export type ColumnStarts = number[];

/** Cuts a line at its spaces and tabs; what stands between quotes stays together. */
export function cutAtSpaces(line: string): string[] {
  const cells: string[] = [];
  for (const match of line.matchAll(/"((?:[^"]|"")*)"(?=\s|$)|\S+/g)) {
    cells.push(match[1] === undefined ? match[0] : match[1].replaceAll('""', '"'));
  }
  return cells;
}

/** Cuts a line at the places where columns begin. */
export function cutAtPlaces(line: string, starts: ColumnStarts): string[] {
  const text = decode(line);
  const places = starts.map((start) => cutPlaceOf(text, start));
  return places.map((from, index) => Buffer.from(text.slice(from, places[index + 1]).trim()).toString('latin1'));
}

const decode = (bytes: string) => Buffer.from(bytes, 'latin1').toString('utf8');

// What is too long for its column is not cut: figures are aligned to the right, so they begin further to the left.
function cutPlaceOf(text: string, start: number): number {
  const isWithin = start > 0 && /\S\S/.test(text.slice(start - 1, start + 1));
  if (!isWithin) return start;
  const before = /\S+$/.exec(text.slice(0, start))![0].length;
  const after = /^\S+/.exec(text.slice(start))![0].length;
  return /^[-+]?[\d.,]+%?$/.test(text.slice(start - before, start + after)) ? start - before : start + after;
}

const leastLines = 3;

/** Where columns begin in lines that are padded with spaces, if they are. */
export function columnStartsOf(bytes: string[]): ColumnStarts | undefined {
  const lines = bytes.map(decode);
  if (lines.length < leastLines || lines.some((line) => line.includes('\t'))) return undefined;
  const width = Math.max(...lines.map((line) => line.length));
  const starts: ColumnStarts = [];
  let isGap = true;
  for (let place = 0; place < width; place++) {
    const isBlank = lines.every((line) => (line[place] ?? ' ') === ' ');
    if (isGap && !isBlank) starts.push(place);
    isGap = isBlank;
  }
  if (starts[0] !== undefined) starts[0] = 0;
  return starts.length > 1 ? starts : undefined;
}
