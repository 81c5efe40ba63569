import type { Field, Frame } from '#display/frame.ts';

/** A value of a dimension below the values of previous dimensions; `key` identifies the path. */
export type PivotNode = { key: string; value: unknown; isRest: boolean; depth: number; children: PivotNode[] };

/** Source of a cell: a row of the frame or of one of its totals. */
type CellSource = { values: unknown[][]; fields: Field[]; row: number };

export type Pivot = {
  rowFields: Field[];
  columnFields: Field[];
  measures: Field[];
  rows: PivotNode[];
  columns: PivotNode[];
  /** The value of a measure for a row and a column; an empty key means the total. Undefined if it was not queried. */
  valueAt: (row: string, column: string, measure: string) => unknown;
  isQueried: (depth: number, isAllColumns: boolean) => boolean;
};

const separator = '\u0001';
const restKey = '\u0002';
/** Key of the total of all rows or columns. */
export const totalKey = '';

/** The totals that a query must request for all lines of a pivot table: they cannot be summed here. */
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

/** A result with some dimensions as rows and the others as columns. */
export function pivotOf(frame: Frame, rows: number): Pivot {
  const dimensions = frame.fields.filter(({ role }) => role === 'dimension');
  const [rowFields, columnFields] = [dimensions.slice(0, rows), dimensions.slice(rows)];
  const measures = frame.fields.filter(({ role }) => role === 'measure');
  const keys = keysOf(frame, dimensions);
  const sources = new Map<string, CellSource | null>();
  const addSource = (source: CellSource, row: string, column: string) => {
    const key = `${row}${separator}${separator}${column}`;
    // Two values for one cell: neither is known to be right, so it shows none.
    sources.set(key, sources.has(key) ? null : source);
  };
  const [rowTree, columnTree]: [PivotTree, PivotTree] = [treeOf(), treeOf()];
  const columns = dimensions.map(({ name }) => columnOf(frame, name));
  for (const [row, path] of keys.entries()) {
    const [ofRow, ofColumn] = [path.slice(0, rows), path.slice(rows)];
    addPath(rowTree, ofRow, (depth) => columns[depth]![row]);
    addPath(columnTree, ofColumn, (depth) => columns[rows + depth]![row]);
    addSource({ values: frame.values, fields: frame.fields, row }, ofRow.join(separator), ofColumn.join(separator));
  }
  for (const total of frame.totals) placeTotal(total, { rowFields, columnFields, addSource });
  return {
    rowFields,
    columnFields,
    measures,
    rows: sortNodes(withAllDateParts(rowTree, rowFields), rowFields),
    columns: sortNodes(withAllDateParts(columnTree, columnFields), columnFields),
    valueAt: (row, column, measure) => valueOf(findSource(sources, row, column), measure),
    isQueried: (depth, isAllColumns) => isTotalQueried(frame, { rowFields, columnFields }, depth, isAllColumns),
  };
}

/** The dimension values of each row as unique keys. */
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

/** The dimension of the rest: it is empty in all those rows. */
function restColumn({ rest }: Frame, columns: unknown[][]): number {
  if (!rest) return -1;
  return columns.findIndex((values) => rest.every((isRest, row) => !isRest || values[row] === null));
}

/** The values of a node and its ancestors; null for the rest. */
export const valuesOf = ({ key }: PivotNode): unknown[] =>
  key.split(separator).map((part) => (part === restKey ? null : (JSON.parse(part) as unknown)));

type PivotTree = { roots: PivotNode[]; byKey: Map<string, PivotNode> };
const treeOf = (): PivotTree => ({ roots: [], byKey: new Map() });

function addPath({ roots, byKey }: PivotTree, path: string[], valueOf: (depth: number) => unknown): void {
  let level = roots;
  for (const [depth, part] of path.entries()) {
    const key = path.slice(0, depth + 1).join(separator);
    const node = byKey.get(key) ?? { key, value: valueOf(depth), isRest: part === restKey, depth, children: [] };
    if (!byKey.has(key)) level.push(node);
    byKey.set(key, node);
    level = node.children;
  }
}

type TotalPlacement = {
  rowFields: Field[];
  columnFields: Field[];
  addSource: (source: CellSource, row: string, column: string) => void;
};

function placeTotal(total: Frame['totals'][number], { rowFields, columnFields, addSource }: TotalPlacement): void {
  const isLeft = ({ name }: Field) => total.dimensions.includes(name);
  const [ofRows, ofColumns] = [rowFields.filter(isLeft), columnFields.filter(isLeft)];
  const isPrefix = ofRows.every((field, depth) => field === rowFields[depth]);
  if (!isPrefix || (ofColumns.length > 0 && ofColumns.length < columnFields.length)) return;
  const count = total.values[0]?.length ?? 0;
  for (let row = 0; row < count; row += 1) {
    const path = (fields: Field[]) => fields.map(({ name }) => keyOf(columnOf(total, name)[row])).join(separator);
    addSource({ values: total.values, fields: total.fields, row }, path(ofRows), path(ofColumns));
  }
}

/** Totals do not mark the rest; there it is the row with an empty value. */
function findSource(
  sources: Map<string, CellSource | null>,
  row: string,
  column: string,
): CellSource | null | undefined {
  const key = `${row}${separator}${separator}${column}`;
  return sources.has(key) ? sources.get(key) : sources.get(key.replaceAll(restKey, 'null'));
}

function valueOf(source: CellSource | null | undefined, measure: string): unknown {
  return source ? columnOf(source, measure)[source.row] : undefined;
}

type PivotFields = Pick<Pivot, 'rowFields' | 'columnFields'>;

function isTotalQueried(
  { totals }: Frame,
  { rowFields, columnFields }: PivotFields,
  depth: number,
  isAllColumns: boolean,
): boolean {
  const requestedNames = [...rowFields.slice(0, depth), ...(isAllColumns ? [] : columnFields)].map(({ name }) => name);
  if (requestedNames.length === rowFields.length + columnFields.length) return true;
  return totals.some(
    ({ dimensions }) =>
      dimensions.length === requestedNames.length && requestedNames.every((name) => dimensions.includes(name)),
  );
}

/** Adds hours, weekdays or months without rows where they are the only dimension of a side. */
function withAllDateParts(tree: PivotTree, fields: Field[]): PivotNode[] {
  const [field] = fields;
  const isAlone = field?.role === 'dimension' && fields.length === 1;
  if (isAlone && field.datePart?.hasEvery && tree.roots.length > 0) {
    for (const value of field.datePart.values) addPath(tree, [keyOf(value)], () => value);
  }
  return tree.roots;
}

const isOrdered = ({ type }: Field) => type !== 'text' && type !== 'json' && type !== 'boolean';

/** Times and numbers are sorted ascending unless the result is descending; texts keep their order. */
function sortNodes(nodes: PivotNode[], [field, ...others]: Field[]): PivotNode[] {
  const sorted = nodes.map((node) => ({ ...node, children: sortNodes(node.children, others) }));
  if (!field || !isOrdered(field) || isDescending(sorted)) return sorted;
  const sortValueOf = sortValueIn(field);
  return sorted.sort(
    (a, b) => Number(a.isRest) - Number(b.isRest) || compare(sortValueOf(a.value), sortValueOf(b.value)),
  );
}

/** Sort value of a node's value: weekdays depend on the first day of the week. */
function sortValueIn(field: Field): (value: unknown) => unknown {
  const datePart = field.role === 'dimension' ? field.datePart : undefined;
  if (!datePart) return (value) => value;
  return (value) => (value === null ? null : datePart.values.indexOf(Number(value)));
}

function isDescending(nodes: PivotNode[]): boolean {
  return nodes.every((node, index) => index === 0 || compare(nodes[index - 1]!.value, node.value) > 0);
}

/** Null sorts last. */
function compare(a: unknown, b: unknown): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  const [left, right] = [a as number | string, b as number | string];
  return left < right ? -1 : left > right ? 1 : 0;
}

/** The visible lines: all nodes whose ancestors are expanded, in order. */
export function linesOf(nodes: PivotNode[], closed: ReadonlySet<string>): PivotNode[] {
  return nodes.flatMap((node) => [node, ...(closed.has(node.key) ? [] : linesOf(node.children, closed))]);
}

export const leavesOf = (nodes: PivotNode[]): PivotNode[] =>
  nodes.flatMap((node) => (node.children.length > 0 ? leavesOf(node.children) : [node]));
