/**
 * The cells of a JSON document `{"data": [[…], …], …}` as text: strings unquoted, null as null, everything else as it is
 * written. `JSON.parse` would lose digits of large integers. The text must be valid JSON.
 */
export function jsonCellsOf(text: string): (string | null)[][] {
  const data = memberOf(text, 'data');
  if (data === undefined || text[data] !== '[') return [];
  return [...valuesOf(text, data)].map(([start]) =>
    [...valuesOf(text, start)].map(([from, to]) => cellOf(text.slice(from, to))),
  );
}

function cellOf(json: string): string | null {
  if (json === 'null') return null;
  return json.startsWith('"') ? (JSON.parse(json) as string) : json;
}

/** The index at which the value of a top-level key begins. */
function memberOf(text: string, key: string): number | undefined {
  let index = skipSpace(text, skipSpace(text, 0) + 1);
  while (text[index] === '"') {
    const end = endOf(text, index);
    const start = skipSpace(text, skipSpace(text, end) + 1);
    if (text.slice(index + 1, end - 1) === key) return start;
    index = skipSpace(text, skipSpace(text, endOf(text, start)) + 1);
  }
  return undefined;
}

/** Where each value of the array at an index begins and ends. */
function* valuesOf(text: string, array: number): Generator<[from: number, to: number]> {
  let index = skipSpace(text, array + 1);
  while (text[index] !== ']') {
    const end = endOf(text, index);
    yield [index, end];
    const next = skipSpace(text, end);
    index = text[next] === ',' ? skipSpace(text, next + 1) : next;
  }
}

const isSpace = (code: number) => code === 32 || (code >= 9 && code <= 13);

function skipSpace(text: string, index: number): number {
  while (isSpace(text.charCodeAt(index))) index += 1;
  return index;
}

/** The index after the value that begins at an index. */
function endOf(text: string, start: number): number {
  if (text[start] === '"') return endOfString(text, start);
  if (text[start] !== '[' && text[start] !== '{') return endOfWord(text, start);
  let depth = 0;
  let index = start;
  do {
    const character = text[index];
    if (character === '[' || character === '{') depth += 1;
    else if (character === ']' || character === '}') depth -= 1;
    index = character === '"' ? endOfString(text, index) : index + 1;
  } while (depth > 0);
  return index;
}

function endOfString(text: string, start: number): number {
  let index = start + 1;
  while (text[index] !== '"') index += text[index] === '\\' ? 2 : 1;
  return index + 1;
}

/** The end of a number, true, false or null. */
function endOfWord(text: string, start: number): number {
  let index = start;
  while (index < text.length && !',]}'.includes(text[index]!) && !isSpace(text.charCodeAt(index))) index += 1;
  return index;
}
