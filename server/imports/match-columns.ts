import type { ColumnMatch } from '#contract/imports/routes.ts';
import { nameSimilarity, normalizeName } from './name-similarity.ts';
import { areSimilar, overlapOf, type ColumnSample } from './value-similarity.ts';

export type DatasetColumnSample = ColumnSample & { id: string };

const minSimilarity = 0.6;
const minOverlap = 0.5;
/** Fewer distinct values do not identify a column: every flag contains "yes". */
const minDistinctValues = 3;

/** Matches file columns to dataset columns by equal name, then similar name, then overlapping values. */
export function matchColumns(fileColumns: ColumnSample[], datasetColumns: DatasetColumnSample[]): ColumnMatch[] {
  const pairs = new Map<number, { at: number; by: ColumnMatch['by'] }>();
  const freeTargets = () =>
    datasetColumns.map((_, at) => at).filter((at) => ![...pairs.values()].some((pair) => pair.at === at));
  const unmatched = () => fileColumns.map((_, source) => source).filter((source) => !pairs.has(source));
  const matchBy = (by: ColumnMatch['by'], scoreOf: (a: ColumnSample, b: ColumnSample) => number, minScore: number) => {
    for (const [source, at] of rankPairs(
      unmatched(),
      freeTargets(),
      (a, b) => scoreOf(fileColumns[a]!, datasetColumns[b]!),
      minScore,
    )) {
      if (!pairs.has(source) && freeTargets().includes(at)) pairs.set(source, { at, by });
    }
  };
  matchBy('name', (a, b) => Number(a.name === b.name), 1);
  matchBy('name', (a, b) => Number(normalizeName(a.name) === normalizeName(b.name) && normalizeName(a.name) !== ''), 1);
  matchBy(
    'closeness',
    (a, b) => (areSimilar(a, b) ? nameSimilarity(normalizeName(a.name), normalizeName(b.name)) : 0),
    minSimilarity,
  );
  matchBy('values', valueScore, minOverlap);
  return [...matchesOf(fileColumns, datasetColumns, pairs), ...missingOf(datasetColumns, freeTargets())];
}

// Only text: small numbers occur in many columns.
function valueScore(a: ColumnSample, b: ColumnSample): number {
  const isDistinctive =
    a.type === 'text' && b.type === 'text' && Math.min(a.values.size, b.values.size) >= minDistinctValues;
  return isDistinctive && areSimilar(a, b) ? overlapOf(a.values, b.values) : 0;
}

function rankPairs(
  sources: number[],
  targets: number[],
  scoreOf: (source: number, at: number) => number,
  minScore: number,
): [number, number][] {
  const scored = sources.flatMap((source) => targets.map((at) => ({ source, at, score: scoreOf(source, at) })));
  return scored
    .filter(({ score }) => score >= minScore)
    .toSorted((a, b) => b.score - a.score)
    .map(({ source, at }) => [source, at]);
}

function matchesOf(
  fileColumns: ColumnSample[],
  datasetColumns: DatasetColumnSample[],
  pairs: Map<number, { at: number; by: ColumnMatch['by'] }>,
): ColumnMatch[] {
  const order = [...pairs].toSorted(([a], [b]) => a - b).map(([, { at }]) => at);
  const sorted = order.toSorted((a, b) => a - b);
  return fileColumns.map(({ values }, source) => {
    const pair = pairs.get(source);
    if (!pair) return { source, id: null, by: 'none', moved: false, overlap: 0 };
    const { id, values: before } = datasetColumns[pair.at]!;
    const moved = order.indexOf(pair.at) !== sorted.indexOf(pair.at);
    return { source, id, by: pair.by, moved, overlap: overlapOf(values, before) };
  });
}

const missingOf = (datasetColumns: DatasetColumnSample[], freeTargets: number[]): ColumnMatch[] =>
  freeTargets.map((at) => ({ source: null, id: datasetColumns[at]!.id, by: 'none', moved: false, overlap: 0 }));
