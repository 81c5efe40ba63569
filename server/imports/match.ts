import type { Match } from '#contract/imports.ts';
import { closeness, plainName } from './name-likeness.ts';
import { looksAlike, overlapOf, type Side } from './value-likeness.ts';

export type KnownSide = Side & { id: string };

const closeEnough = 0.6;
const shareEnough = 0.5;
/** Fewer different values say nothing of what a column means: every flag has a yes. */
const fewestValues = 3;

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
  pass('name', (a, b) => Number(plainName(a.name) === plainName(b.name) && plainName(a.name) !== ''), 1);
  pass('closeness', (a, b) => (looksAlike(a, b) ? closeness(plainName(a.name), plainName(b.name)) : 0), closeEnough);
  pass('values', valueScore, shareEnough);
  return [...matchesOf(found, known, pairs), ...missingOf(known, free())];
}

// Numbers from 1 to 5 are in many columns; words are not.
function valueScore(a: Side, b: Side): number {
  const isTelling = a.type === 'text' && b.type === 'text' && Math.min(a.values.size, b.values.size) >= fewestValues;
  return isTelling && looksAlike(a, b) ? overlapOf(a.values, b.values) : 0;
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
  return found.map(({ values }, source) => {
    const pair = pairs.get(source);
    if (!pair) return { source, id: null, by: 'none', moved: false, overlap: 0 };
    const { id, values: before } = known[pair.at]!;
    const moved = order.indexOf(pair.at) !== sorted.indexOf(pair.at);
    return { source, id, by: pair.by, moved, overlap: overlapOf(values, before) };
  });
}

const missingOf = (known: KnownSide[], free: number[]): Match[] =>
  free.map((at) => ({ source: null, id: known[at]!.id, by: 'none', moved: false, overlap: 0 }));
