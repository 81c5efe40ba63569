import path from 'node:path';

import { Problem } from '#contract/errors.ts';
import type { InspectedTable } from '#engine/tables.ts';
import { findLevel } from './json-level.ts';
import { cutJson, type Level, parsePiece } from './json-scan.ts';
import { limits } from './limits.ts';
import { inspectText } from './text.ts';
import { openLines, quoteCell } from './write.ts';

type Place = { directory: string; zone: string; base: string; name: string };

/** A way to a value in an object: the keys from the outside in. */
type Path = { keys: string[]; isJson: boolean };

/** How our own copies of rows are written. */
const own = { delimiter: ',', quote: '"', headerRow: 1 } as const;

/** Reads JSON: an array of objects, objects one after the other, one object, or one that wraps an array. */
export async function inspectJson(file: string, { directory, zone, base, name }: Place): Promise<InspectedTable> {
  const level = await findLevel(file);
  const paths = await findPaths(file, level);
  if (paths.length === 0) throw new Problem('file_no_rows');
  const target = path.join(directory, base);
  const lines = openLines(target);
  await lines.add(['line', ...paths.map(({ keys }) => quoteCell(keys.join('.') || 'value'))].join(','));
  for await (const row of rowsOf(file, level)) {
    await lines.add([row.line, ...paths.map((each) => quoteCell(textAt(row.value, each)))].join(','));
  }
  await lines.close();
  const options = { name, zone, copy: `${target}-rows`, options: own, encoding: null, numbered: true };
  return withJson(await inspectText(target, options), paths);
}

// What is written as JSON is JSON, whatever single cells look like.
function withJson(table: InspectedTable, paths: Path[]): InspectedTable {
  const columns = table.columns.map((column, index) =>
    paths[index]!.isJson
      ? {
          ...column,
          type: 'json' as const,
          role: 'dimension' as const,
          format: 'plain' as const,
          unit: '',
          doubtful: 0,
        }
      : column,
  );
  return { ...table, columns, doubtful: table.doubtful.filter(([, index]) => !paths[index]!.isJson) };
}

type Row = { line: number; value: unknown };

async function* rowsOf(file: string, level: Level): AsyncGenerator<Row> {
  for await (const pieces of cutJson(file, level)) {
    for (const piece of pieces) yield { line: piece.line, value: parsePiece(piece) };
  }
}

/** What was seen at a key: objects have keys of their own, unless something else stood there, too. */
type Branch = { keys: Map<string, Branch>; isLeaf: boolean; isNested: boolean; isArray: boolean };

const createBranch = (): Branch => ({ keys: new Map(), isLeaf: false, isNested: false, isArray: false });

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

async function findPaths(file: string, level: Level): Promise<Path[]> {
  const root = createBranch();
  let columns = 0;
  const see = (branch: Branch, value: unknown): void => {
    if (value === null) return;
    if (!isObject(value)) {
      branch.isLeaf = true;
      branch.isArray ||= Array.isArray(value);
      return;
    }
    branch.isNested = true;
    for (const [key, inner] of Object.entries(value)) {
      let next = branch.keys.get(key);
      if (!next) {
        branch.keys.set(key, (next = createBranch()));
        // Branches that turn out to be no columns count, too: they cost as much.
        if (++columns > limits.columns) throw new Problem('too_many_columns', { limit: String(limits.columns) });
      }
      see(next, inner);
    }
  };
  for await (const { value } of rowsOf(file, level)) see(root, value);
  return pathsOf(root, []);
}

function pathsOf(branch: Branch, keys: string[]): Path[] {
  const isMixed = branch.isNested && branch.isLeaf;
  if (isMixed || branch.keys.size === 0)
    return keys.length > 0 || branch.isLeaf ? [{ keys, isJson: isMixed || branch.isArray || branch.isNested }] : [];
  return [...branch.keys].flatMap(([key, inner]) => pathsOf(inner, [...keys, key]));
}

function textAt(row: unknown, { keys, isJson }: Path): string {
  let value: unknown = row;
  for (const key of keys) value = isObject(value) && Object.hasOwn(value, key) ? (value as never)[key] : null;
  if (value === null || value === undefined) return '';
  return isJson || typeof value !== 'string' ? JSON.stringify(value) : value;
}
