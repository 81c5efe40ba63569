import type { Field, Frame } from '#display/frame.ts';

/** A value of a dimension below the values of those before it. `path` names them all. */
export type PivotNode = { key: string; value: unknown; isRest: boolean; depth: number; children: PivotNode[] };

/** Where a number stands: a row of the frame or of one of its totals. */
type Spot = { values: unknown[][]; fields: Field[]; row: number };

export type Pivot = {
  rowFields: Field[];
  columnFields: Field[];
  measures: Field[];
  rows: PivotNode[];
  columns: PivotNode[];
  /** The value of a measure for a row and a column; an empty key stands for all of them. Undefined if it was not asked for. */
  valueAt: (row: string, column: string, measure: string) => unknown;
  isAsked: (depth: number, isAllColumns: boolean) => boolean;
};

const separator = '\u0001';
const restKey = '\u0002';
export const whole = '';

/** Which totals a query must ask for so that every line of a pivot table has its own: they cannot be added up here. */
export function totalsFor(dimensions: string[], rows: number): string[][] {
  const [ofRows, ofColumns] = [dimensions.slice(0, rows), dimensions.slice(rows)];
  const totals: string[][] = [];
  for (let depth = 0; depth <= ofRows.length; depth += 1) {
    for (const columns of ofColumns.length > 0 ? [ofColumns, []] : [[]]) {
      const left = [...ofRows.slice(0, depth), ...columns];
      if (left.length < dimensions.length) totals.push(left);
    }
  }
  return totals;
}

/** An answer with some of its dimensions as rows and the others as columns. */
export function pivotOf(frame: Frame, rows: number): Pivot {
  const dimensions = frame.fields.filter(({ role }) => role === 'dimension');
  const [rowFields, columnFields] = [dimensions.slice(0, rows), dimensions.slice(rows)];
  const measures = frame.fields.filter(({ role }) => role === 'measure');
  const keys = keysOf(frame, dimensions);
  const spots = new Map<string, Spot | null>();
  const place = (spot: Spot, row: string, column: string) => {
    const at = `${row}${separator}${separator}${column}`;
    // Two numbers for one cell: neither can be told to be the right one.
    spots.set(at, spots.has(at) ? null : spot);
  };
  const [rowTree, columnTree]: [Tree, Tree] = [treeOf(), treeOf()];
  const columns = dimensions.map(({ name }) => columnOf(frame, name));
  for (const [row, path] of keys.entries()) {
    const [ofRow, ofColumn] = [path.slice(0, rows), path.slice(rows)];
    grow(rowTree, ofRow, (depth) => columns[depth]![row]);
    grow(columnTree, ofColumn, (depth) => columns[rows + depth]![row]);
    place({ values: frame.values, fields: frame.fields, row }, ofRow.join(separator), ofColumn.join(separator));
  }
  for (const total of frame.totals) placeTotal(total, { rowFields, columnFields, place });
  return {
    rowFields,
    columnFields,
    measures,
    rows: inOrder(withEveryPart(rowTree, rowFields), rowFields),
    columns: inOrder(withEveryPart(columnTree, columnFields), columnFields),
    valueAt: (row, column, measure) => valueOf(findSpot(spots, row, column), measure),
    isAsked: (depth, isAllColumns) => isAsked(frame, { rowFields, columnFields }, depth, isAllColumns),
  };
}

/** The values of the dimensions of each row, as text that tells them apart. */
function keysOf(frame: Frame, dimensions: Field[]): string[][] {
  const columns = dimensions.map(({ name }) => columnOf(frame, name));
  const rest = restColumn(frame, columns);
  const count = frame.values[0]?.length ?? 0;
  return Array.from({ length: count }, (_, row) =>
    columns.map((values, index) => (index === rest && frame.rest![row] ? restKey : keyOf(values[row]))),
  );
}

const columnOf = ({ fields, values }: Pick<Frame, 'fields' | 'values'>, name: string) =>
  values[fields.findIndex((field) => field.name === name)] ?? [];
const keyOf = (value: unknown) => JSON.stringify(value ?? null);

/** The dimension that the rest belongs to: it is empty in all those rows. */
function restColumn({ rest }: Frame, columns: unknown[][]): number {
  if (!rest) return -1;
  return columns.findIndex((values) => rest.every((isRest, row) => !isRest || values[row] === null));
}

/** The values of a node and of those above it; the rest is no value and reads as empty. */
export const valuesOf = ({ key }: PivotNode): unknown[] =>
  key.split(separator).map((part) => (part === restKey ? null : (JSON.parse(part) as unknown)));

type Tree = { roots: PivotNode[]; known: Map<string, PivotNode> };
const treeOf = (): Tree => ({ roots: [], known: new Map() });

function grow({ roots, known }: Tree, path: string[], valueOf: (depth: number) => unknown): void {
  let level = roots;
  for (const [depth, part] of path.entries()) {
    const key = path.slice(0, depth + 1).join(separator);
    const node = known.get(key) ?? { key, value: valueOf(depth), isRest: part === restKey, depth, children: [] };
    if (!known.has(key)) level.push(node);
    known.set(key, node);
    level = node.children;
  }
}

type Placing = {
  rowFields: Field[];
  columnFields: Field[];
  place: (spot: Spot, row: string, column: string) => void;
};

function placeTotal(total: Frame['totals'][number], { rowFields, columnFields, place }: Placing): void {
  const isLeft = ({ name }: Field) => total.dimensions.includes(name);
  const [ofRows, ofColumns] = [rowFields.filter(isLeft), columnFields.filter(isLeft)];
  const isPrefix = ofRows.every((field, depth) => field === rowFields[depth]);
  if (!isPrefix || (ofColumns.length > 0 && ofColumns.length < columnFields.length)) return;
  const count = total.values[0]?.length ?? 0;
  for (let row = 0; row < count; row += 1) {
    const path = (fields: Field[]) => fields.map(({ name }) => keyOf(columnOf(total, name)[row])).join(separator);
    place({ values: total.values, fields: total.fields, row }, path(ofRows), path(ofColumns));
  }
}

/** Totals do not say which of their rows is the rest; there it is the one without a value. */
function findSpot(spots: Map<string, Spot | null>, row: string, column: string): Spot | null | undefined {
  const at = `${row}${separator}${separator}${column}`;
  return spots.has(at) ? spots.get(at) : spots.get(at.replaceAll(restKey, 'null'));
}

function valueOf(spot: Spot | null | undefined, measure: string): unknown {
  return spot ? columnOf(spot, measure)[spot.row] : undefined;
}

type Sides = Pick<Pivot, 'rowFields' | 'columnFields'>;

function isAsked({ totals }: Frame, { rowFields, columnFields }: Sides, depth: number, isAllColumns: boolean): boolean {
  const wanted = [...rowFields.slice(0, depth), ...(isAllColumns ? [] : columnFields)].map(({ name }) => name);
  if (wanted.length === rowFields.length + columnFields.length) return true;
  return totals.some(
    ({ dimensions }) => dimensions.length === wanted.length && wanted.every((name) => dimensions.includes(name)),
  );
}

/** Hours, weekdays or months that are a side of their own are all there, also those without rows. */
function withEveryPart(tree: Tree, fields: Field[]): PivotNode[] {
  const [field] = fields;
  const isAlone = field?.role === 'dimension' && fields.length === 1;
  if (isAlone && field.datePart?.hasEvery && tree.roots.length > 0) {
    for (const value of field.datePart.values) grow(tree, [keyOf(value)], () => value);
  }
  return tree.roots;
}

const isOrdered = ({ type }: Field) => type !== 'text' && type !== 'json' && type !== 'boolean';

/** Times and numbers go upwards unless the answer has them in an order of its own; words stay as they came. */
function inOrder(nodes: PivotNode[], [field, ...others]: Field[]): PivotNode[] {
  const sorted = nodes.map((node) => ({ ...node, children: inOrder(node.children, others) }));
  if (!field || !isOrdered(field) || isFalling(sorted)) return sorted;
  const placeOf = placeIn(field);
  return sorted.sort((a, b) => Number(a.isRest) - Number(b.isRest) || compare(placeOf(a.value), placeOf(b.value)));
}

/** What a value is sorted by: weekdays go by where the week begins. */
function placeIn(field: Field): (value: unknown) => unknown {
  const datePart = field.role === 'dimension' ? field.datePart : undefined;
  if (!datePart) return (value) => value;
  return (value) => (value === null ? null : datePart.values.indexOf(Number(value)));
}

function isFalling(nodes: PivotNode[]): boolean {
  return nodes.every((node, index) => index === 0 || compare(nodes[index - 1]!.value, node.value) > 0);
}

/** Empty values come last. */
function compare(a: unknown, b: unknown): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  const [left, right] = [a as number | string, b as number | string];
  return left < right ? -1 : left > right ? 1 : 0;
}

/** The lines that are seen: every node whose groups are open, in order. */
export function linesOf(nodes: PivotNode[], closed: ReadonlySet<string>): PivotNode[] {
  return nodes.flatMap((node) => [node, ...(closed.has(node.key) ? [] : linesOf(node.children, closed))]);
}

export const leavesOf = (nodes: PivotNode[]): PivotNode[] =>
  nodes.flatMap((node) => (node.children.length > 0 ? leavesOf(node.children) : [node]));
