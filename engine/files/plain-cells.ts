/** Where the parts of a plain cell are in the bytes of a sheet. */
export type PlainCell = {
  /** Undefined if the cell has no reference. */
  column: number | undefined;
  style: number;
  type: CellType;
  hasFormula: boolean;
  valueFrom: number;
  valueTo: number;
  inlineFrom: number;
  inlineTo: number;
};

const types = ['', 'n', 's', 'b', 'str', 'inlineStr', 'e', 'd'] as const;
type CellType = (typeof types)[number];

const bytesOf = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));
const typeBytes = types.map(bytesOf);

const cellStart = bytesOf('<c');
const reference = bytesOf(' r="');
const styleStart = bytesOf(' s="');
const typeStart = bytesOf(' t="');
const formulaStart = bytesOf('<f');
const formulaEnd = bytesOf('</f>');
const valueStart = bytesOf('<v>');
const valueEnd = bytesOf('</v>');
const inlineStart = bytesOf('<is><t');
const preserved = bytesOf(' xml:space="preserve"');
const inlineEnd = bytesOf('</t></is>');
const cellEnd = bytesOf('</c>');
const rowBoundary = bytesOf('</row><row');

const [tab, newline, carriage, space, quote, ampersand, apostrophe] = [9, 10, 13, 32, 34, 38, 39];
const [slash, less, greater, letterR] = [47, 60, 62, 114];

function isAt(bytes: Uint8Array, at: number, expected: Uint8Array): boolean {
  for (let index = 0; index < expected.length; index++) if (bytes[at + index] !== expected[index]) return false;
  return true;
}

const isDigit = (byte: number | undefined) => byte !== undefined && byte >= 48 && byte <= 57;

/**
 * Matches a cell with attributes and content in the form that most writers use. Returns where it ends, or -1 if it has
 * another form or does not end in these bytes.
 */
export function matchCell(bytes: Uint8Array, start: number, cell: PlainCell): number {
  let at = skipSpaces(bytes, start);
  if (!isAt(bytes, at, cellStart)) return -1;
  at = matchAttributes(bytes, at + cellStart.length, cell);
  if (at < 0) return -1;
  cell.hasFormula = false;
  cell.valueFrom = cell.valueTo = cell.inlineFrom = cell.inlineTo = 0;
  if (bytes[at] === slash) return bytes[at + 1] === greater ? at + 2 : -1;
  if (bytes[at] !== greater) return -1;
  at++;
  if (isAt(bytes, at, formulaStart)) {
    at = skipFormula(bytes, at + formulaStart.length);
    if (at < 0) return -1;
    cell.hasFormula = true;
  }
  if (isAt(bytes, at, valueStart)) {
    cell.valueFrom = at + valueStart.length;
    cell.valueTo = endOfText(bytes, cell.valueFrom);
    if (!isAt(bytes, cell.valueTo, valueEnd)) return -1;
    at = cell.valueTo + valueEnd.length;
  } else if (isAt(bytes, at, inlineStart)) {
    at += inlineStart.length;
    if (isAt(bytes, at, preserved)) at += preserved.length;
    if (bytes[at] !== greater) return -1;
    cell.inlineFrom = at + 1;
    cell.inlineTo = endOfText(bytes, cell.inlineFrom);
    if (!isAt(bytes, cell.inlineTo, inlineEnd)) return -1;
    at = cell.inlineTo + inlineEnd.length;
  }
  return isAt(bytes, at, cellEnd) ? at + cellEnd.length : -1;
}

function skipSpaces(bytes: Uint8Array, start: number): number {
  let at = start;
  while (bytes[at] === newline || bytes[at] === space || bytes[at] === tab || bytes[at] === carriage) at++;
  return at;
}

/** The reference comes first; style and type may be in either order. */
function matchAttributes(bytes: Uint8Array, start: number, cell: PlainCell): number {
  let at = start;
  cell.column = undefined;
  cell.style = 0;
  cell.type = '';
  if (isAt(bytes, at, reference)) at = matchReference(bytes, at + reference.length, cell);
  let hasStyle = false;
  let hasType = false;
  while (at > 0 && bytes[at] === space) {
    if (!hasStyle && isAt(bytes, at, styleStart)) at = matchStyle(bytes, at + styleStart.length, cell);
    else if (!hasType && isAt(bytes, at, typeStart)) {
      at = matchType(bytes, at + typeStart.length, cell);
      hasType = true;
      continue;
    } else return -1;
    hasStyle = true;
  }
  return at;
}

const maxLetters = 3;
const maxDigits = 9;

function matchReference(bytes: Uint8Array, start: number, cell: PlainCell): number {
  let at = start;
  let column = 0;
  for (; bytes[at]! >= 65 && bytes[at]! <= 90; at++) column = column * 26 + bytes[at]! - 64;
  const letters = at - start;
  if (letters === 0 || letters > maxLetters || !isDigit(bytes[at])) return -1;
  while (isDigit(bytes[at])) at++;
  cell.column = column - 1;
  return bytes[at] === quote ? at + 1 : -1;
}

function matchStyle(bytes: Uint8Array, start: number, cell: PlainCell): number {
  const end = endOfDigits(bytes, start);
  if (end < 0 || bytes[end] !== quote) return -1;
  cell.style = integerAt(bytes, start, end);
  return end + 1;
}

/** Where a run of digits ends; -1 if there are none, or too many for a safe integer. */
function endOfDigits(bytes: Uint8Array, start: number): number {
  let at = start;
  while (isDigit(bytes[at])) at++;
  return at === start || at - start > maxDigits ? -1 : at;
}

/** The integer that digits represent. */
export function integerAt(bytes: Uint8Array, from: number, to: number): number {
  let value = 0;
  for (let index = from; index < to; index++) value = value * 10 + bytes[index]! - 48;
  return value;
}

function matchType(bytes: Uint8Array, start: number, cell: PlainCell): number {
  for (let index = 1; index < types.length; index++) {
    const expected = typeBytes[index]!;
    const end = start + expected.length;
    if (bytes[end] !== quote || !isAt(bytes, start, expected)) continue;
    cell.type = types[index]!;
    return end + 1;
  }
  return -1;
}

/** Where a formula without child elements ends; its text is not used. */
function skipFormula(bytes: Uint8Array, start: number): number {
  if (bytes[start] !== space && bytes[start] !== greater && bytes[start] !== slash) return -1;
  let at = start;
  while (at < bytes.length && bytes[at] !== greater && bytes[at] !== less) at++;
  if (bytes[at] !== greater) return -1;
  // Within the value of an attribute the tag does not end here; then the bytes that follow do not match.
  if (bytes[at - 1] === slash) return at + 1;
  at++;
  while (at < bytes.length && bytes[at] !== less) at++;
  return isAt(bytes, at, formulaEnd) ? at + formulaEnd.length : -1;
}

/** Where a text ends, or something begins that only the XML parser decodes. */
function endOfText(bytes: Uint8Array, start: number): number {
  let at = start;
  while (at < bytes.length && bytes[at] !== less && bytes[at] !== ampersand && bytes[at] !== carriage) at++;
  return at;
}

/** The end of a row and the start of the next one: where they end, and its number if it has one. */
export type RowBoundary = { end: number; number: number | undefined };

/** Matches the end of a row and the start of the next one; returns whether it did. */
export function matchRowBoundary(bytes: Uint8Array, start: number, boundary: RowBoundary): boolean {
  if (!isAt(bytes, start, rowBoundary)) return false;
  let at = start + rowBoundary.length;
  boundary.number = undefined;
  if (isAt(bytes, at, reference)) {
    const end = endOfDigits(bytes, at + reference.length);
    if (end < 0 || bytes[end] !== quote) return false;
    boundary.number = integerAt(bytes, at + reference.length, end);
    at = end + 1;
  }
  if (bytes[at] !== space && bytes[at] !== greater) return false;
  boundary.end = endOfTag(bytes, at);
  return boundary.end > 0;
}

/** Where the start tag of a row ends; -1 if it may be an empty element, or have its number after other attributes. */
function endOfTag(bytes: Uint8Array, start: number): number {
  let isQuoted = false;
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte === quote) isQuoted = !isQuoted;
    else if (byte === less || byte === apostrophe) return -1;
    else if (isQuoted) continue;
    else if (byte === greater) return bytes[at - 1] === slash ? -1 : at + 1;
    else if (byte < space || (byte === space && bytes[at + 1] === letterR)) return -1;
  }
  return -1;
}
