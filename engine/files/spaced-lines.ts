/** Where the columns of aligned text begin, in characters. */
export type ColumnStarts = number[];

/** Splits a line at spaces and tabs; quoted parts stay together. */
export function splitAtSpaces(line: string): string[] {
  const cells: string[] = [];
  for (const match of line.matchAll(/"((?:[^"]|"")*)"(?=\s|$)|\S+/g)) {
    cells.push(match[1] === undefined ? match[0] : match[1].replaceAll('""', '"'));
  }
  return cells;
}

/** Splits a line at the positions where columns begin. */
export function splitAtStarts(line: string, starts: ColumnStarts): string[] {
  const text = decode(line);
  const positions = starts.map((start) => splitPositionOf(text, start));
  return positions.map((from, index) => Buffer.from(text.slice(from, positions[index + 1]).trim()).toString('latin1'));
}

const decode = (bytes: string) => Buffer.from(bytes, 'latin1').toString('utf8');

// A word that is too long for its column is not split: numbers are right-aligned, so they begin further left.
function splitPositionOf(text: string, start: number): number {
  const isWithin = start > 0 && /\S\S/.test(text.slice(start - 1, start + 1));
  if (!isWithin) return start;
  const before = /\S+$/.exec(text.slice(0, start))![0].length;
  const after = /^\S+/.exec(text.slice(start))![0].length;
  return /^[-+]?[\d.,]+%?$/.test(text.slice(start - before, start + after)) ? start - before : start + after;
}

const minLines = 3;

/** Where columns begin in lines that are padded with spaces, if they are. */
export function columnStartsOf(bytes: string[]): ColumnStarts | undefined {
  const lines = bytes.map(decode);
  if (lines.length < minLines || lines.some((line) => line.includes('\t'))) return undefined;
  const width = Math.max(...lines.map((line) => line.length));
  const starts: ColumnStarts = [];
  let isGap = true;
  for (let position = 0; position < width; position++) {
    const isBlank = lines.every((line) => (line[position] ?? ' ') === ' ');
    if (isGap && !isBlank) starts.push(position);
    isGap = isBlank;
  }
  if (starts[0] !== undefined) starts[0] = 0;
  return starts.length > 1 ? starts : undefined;
}
