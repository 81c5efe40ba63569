import type { Match } from '#contract/imports.ts';
import type { ColumnType } from '#contract/query.ts';

/** A column on one side of the comparison, with some of its values. */
export type Side = { name: string; type: ColumnType; values: Set<string> };
export type KnownSide = Side & { id: string };

/** Letters and digits alone: case, width, spaces and punctuation tell columns apart by accident only. */
const plain = (name: string) =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

const closeEnough = 0.6;
const shareEnough = 0.5;

/** Proposes which column of a file goes into which of a dataset: by name, then closeness of name, then values. */
export function matchColumns(found: Side[], known: KnownSide[]): Match[] {
  const pairs = new Map<number, { at: number; by: Match['by'] }>();
  const free = () => known.map((_, at) => at).filter((at) => ![...pairs.values()].some((pair) => pair.at === at));
  const open = () => found.map((_, source) => source).filter((source) => !pairs.has(source));
  const pass = (by: Match['by'], scoreOf: (a: Side, b: Side) => number, enough: number) => {
    for (const [source, at] of bestFirst(open(), free(), (a, b) => scoreOf(found[a]!, known[b]!), enough)) {
      if (!pairs.has(source) && free().includes(at)) pairs.set(source, { at, by });
    }
  };
  pass('name', (a, b) => Number(a.name === b.name), 1);
  pass('name', (a, b) => Number(plain(a.name) === plain(b.name) && plain(a.name) !== ''), 1);
  pass('closeness', (a, b) => (canBecome(a.type, b.type) ? closeness(plain(a.name), plain(b.name)) : 0), closeEnough);
  pass('values', (a, b) => (canBecome(a.type, b.type) ? overlap(a.values, b.values) : 0), shareEnough);
  return [...matchesOf(found, known, pairs), ...missingOf(known, free())];
}

function bestFirst(
  sources: number[],
  places: number[],
  scoreOf: (source: number, at: number) => number,
  enough: number,
): [number, number][] {
  const scored = sources.flatMap((source) => places.map((at) => ({ source, at, score: scoreOf(source, at) })));
  return scored
    .filter(({ score }) => score >= enough)
    .toSorted((a, b) => b.score - a.score)
    .map(({ source, at }) => [source, at]);
}

function matchesOf(found: Side[], known: KnownSide[], pairs: Map<number, { at: number; by: Match['by'] }>): Match[] {
  const order = [...pairs].toSorted(([a], [b]) => a - b).map(([, { at }]) => at);
  const sorted = order.toSorted((a, b) => a - b);
  return found.map((_, source) => {
    const pair = pairs.get(source);
    if (!pair) return { source, id: null, by: 'none', moved: false };
    return { source, id: known[pair.at]!.id, by: pair.by, moved: order.indexOf(pair.at) !== sorted.indexOf(pair.at) };
  });
}

const missingOf = (known: KnownSide[], free: number[]): Match[] =>
  free.map((at) => ({ source: null, id: known[at]!.id, by: 'none', moved: false }));

const wider: Partial<Record<ColumnType, ColumnType[]>> = { integer: ['number'], date: ['time'] };

/** Whether values of one type can be kept as another without loss. */
export const canBecome = (from: ColumnType, to: ColumnType) =>
  from === to || to === 'text' || (wider[from]?.includes(to) ?? false) || (wider[to]?.includes(from) ?? false);

/** 1 for equal names, 0 for names with nothing in common. */
export function closeness(a: string, b: string): number {
  if (a === '' || b === '') return 0;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  // A name with something added at an end is the same name, if there is enough of it.
  const isPart = short.length >= 2 && (long.startsWith(short) || long.endsWith(short));
  return Math.max(1 - distance(a, b) / long.length, isPart ? 0.7 : 0);
}

/** How many letters must change to make one text of the other. */
function distance(a: string, b: string): number {
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

/** How much of the values on one side is also on the other. */
function overlap(a: Set<string>, b: Set<string>): number {
  const smaller = Math.min(a.size, b.size);
  if (smaller === 0) return 0;
  return [...a].filter((value) => b.has(value)).length / smaller;
}
