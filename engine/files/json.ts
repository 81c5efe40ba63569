import { createReadStream } from 'node:fs';
import path from 'node:path';

import { Problem } from '#contract/errors.ts';
import type { InspectedTable } from '#engine/tables.ts';
import { createBracketTracker, type JsonFile, parsePiece, type RowLevel, splitJson } from './json-scan.ts';
import { limits } from './limits.ts';
import { inspectText } from './inspect-text.ts';
import { openLines, quoteCell } from './write-lines.ts';

type JsonTarget = { directory: string; zone: string; base: string; name: string; isTruncated?: boolean };

/** The keys that lead to a value in an object, outermost first. */
type JsonPath = { keys: string[]; isJson: boolean };

/** The dialect of our own copies of rows. */
const copyDialect = { delimiter: ',', quote: '"', headerRow: 1 } as const;

/** Inspects JSON: an array of objects, a sequence of objects, one object, or one that wraps an array. */
export async function inspectJson(
  file: string,
  { directory, zone, base, name, isTruncated = false }: JsonTarget,
): Promise<InspectedTable> {
  const json = { file, isTruncated };
  const level = await findRowLevel(json);
  const paths = await findPaths(json, level);
  if (paths.length === 0) throw new Problem('file_no_rows');
  const target = path.join(directory, base);
  const lines = openLines(target);
  await lines.add(['line', ...paths.map(({ keys }) => quoteCell(keys.join('.') || 'value'))].join(','));
  for await (const row of rowsOf(json, level)) {
    await lines.add([row.line, ...paths.map((each) => quoteCell(textAt(row.value, each)))].join(','));
  }
  await lines.close();
  const copy = `${target}-rows`;
  const options = { name, zone, copy, options: copyDialect, encoding: null, numbered: true, isTruncated };
  return withJson(await inspectText(target, options), paths);
}

/** An array that is nested in objects only: its index among all brackets, and its number of objects. */
type RowArray = { opening: number; objects: number };

const [bracket, brace] = [91, 123];

/** Validates the nesting of the whole text once, and finds the array that holds its rows. */
async function findRowLevel({ file, isTruncated }: JsonFile): Promise<RowLevel> {
  let values = 0;
  let opening = 0;
  let isArray = false;
  const parents: (RowArray | 'object' | 'other')[] = [];
  let best: RowArray | undefined;
  const open = (byte: number) => {
    const parent = parents.at(-1);
    if (byte === brace && typeof parent === 'object') parent.objects++;
    if (opening === 0) isArray = byte === bracket;
    const isReachable = parents.every((each) => each === 'object');
    parents.push(byte === brace ? 'object' : isReachable ? { opening, objects: 0 } : 'other');
    opening++;
  };
  const close = () => {
    const closed = parents.pop();
    if (typeof closed === 'object' && closed.objects > (best?.objects ?? 0)) best = closed;
  };
  const tracker = createBracketTracker(null, { open, close });
  for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024 })) {
    tracker.push(chunk as Buffer, () => values++);
  }
  if (isTruncated) {
    // The brackets that are still open are those of the rows, unless the last row of a sequence is incomplete.
    if (values > 0) return null;
    while (parents.length > 0) close();
    return isArray ? 0 : (best?.opening ?? null);
  }
  if (tracker.finish() !== null) values++;
  if (values === 0) throw new Problem('file_empty');
  if (values > 1) return null;
  return isArray ? 0 : (best?.opening ?? null);
}

// A column with arrays or mixed values is JSON, whatever its cells look like.
function withJson(table: InspectedTable, paths: JsonPath[]): InspectedTable {
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

type JsonRow = { line: number; value: unknown };

async function* rowsOf(file: JsonFile, level: RowLevel): AsyncGenerator<JsonRow> {
  for await (const pieces of splitJson(file, level)) {
    for (const piece of pieces) yield { line: piece.line, value: parsePiece(piece) };
  }
}

/** The kinds of values at a key; only objects have nested keys. */
type KeyBranch = { keys: Map<string, KeyBranch>; isLeaf: boolean; isNested: boolean; isArray: boolean };

const createBranch = (): KeyBranch => ({ keys: new Map(), isLeaf: false, isNested: false, isArray: false });

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

async function findPaths(file: JsonFile, level: RowLevel): Promise<JsonPath[]> {
  const root = createBranch();
  let columns = 0;
  const visit = (branch: KeyBranch, value: unknown): void => {
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
        // Branches that do not become columns count, too: they cost as much.
        if (++columns > limits.columns) throw new Problem('too_many_columns', { limit: String(limits.columns) });
      }
      visit(next, inner);
    }
  };
  for await (const { value } of rowsOf(file, level)) visit(root, value);
  return pathsOf(root, []);
}

function pathsOf(branch: KeyBranch, keys: string[]): JsonPath[] {
  const isMixed = branch.isNested && branch.isLeaf;
  if (isMixed || branch.keys.size === 0)
    return keys.length > 0 || branch.isLeaf ? [{ keys, isJson: isMixed || branch.isArray || branch.isNested }] : [];
  return [...branch.keys].flatMap(([key, inner]) => pathsOf(inner, [...keys, key]));
}

function textAt(row: unknown, { keys, isJson }: JsonPath): string {
  let value: unknown = row;
  for (const key of keys) value = isObject(value) && Object.hasOwn(value, key) ? (value as never)[key] : null;
  if (value === null || value === undefined) return '';
  return isJson || typeof value !== 'string' ? JSON.stringify(value) : value;
}
