import { readCell } from '#contract/cells.ts';
import type { Correction } from '#contract/datasets.ts';
import { type FoundTable, rulesOf } from '#contract/imports.ts';
import { cellOptionsOf } from './cell-options.ts';
import type { PlannedColumn } from './plan.ts';

type Doubt = (line: number, source: number) => boolean;

/** Tells which cells of the first rows do not fit the type of their column and are not put right by themselves. */
export function doubtOf(table: FoundTable, columns: PlannedColumn[], recipe: Correction[] = []): Doubt {
  const found = new Set(table.doubtful.map(([line, source]) => `${line}/${source}`));
  // The reader of files has judged the types it found; those that a person chose are judged here.
  const chosen = new Map(columns.filter((column) => isChanged(table, column)).map((column) => [column.source, column]));
  const known = new Set(recipe.map(({ column, from }) => JSON.stringify([column, from])));
  const takers = new Map(columns.map(({ source, id }) => [source, id]));
  return (line, source) => {
    const text = table.sample[line]?.[source] ?? '';
    if (known.has(JSON.stringify([takers.get(source), text]))) return false;
    const column = chosen.get(source);
    if (!column) return found.has(`${line}/${source}`);
    return 'reason' in readCell(text, column.type, cellOptionsOf(table, column));
  };
}

function isChanged(table: FoundTable, { source, type, markers }: PlannedColumn): boolean {
  const proposed = rulesOf(table.markers[source]);
  return type !== table.columns[source]?.type || markers.some(({ text, isEmpty }) => proposed[text] !== isEmpty);
}
