import { widenedType } from '#contract/column-types.ts';
import type { Dataset, DatasetColumn } from '#contract/datasets.ts';
import type { EmptyRules } from '#contract/empty-cells.ts';
import {
  type FoundColumn,
  type FoundTable,
  type ImportColumn,
  type Marker,
  type Match,
  type PlannedImportInput,
  rulesOf,
} from '#contract/imports.ts';
import type { ColumnType } from '#contract/query.ts';

/** Where a table goes: into a new dataset, or one that is there. */
export type Target = { kind: 'new'; name: string } | { kind: 'existing'; id: string; mode: 'append' | 'replace' };

/** What a person changed about a table of a file; whatever is missing is as it was proposed. */
export type Edit = {
  chosen?: boolean;
  target?: Target;
  /** How a column of the file is understood, by its place in the file. */
  columns?: Record<number, Partial<FoundColumn> & { kept?: boolean; empty?: EmptyRules }>;
  /** Into which column of the dataset a column of the file goes; null is a new one. */
  into?: Record<number, string | null>;
};

/** One column of the file and what becomes of it. */
export type PlannedColumn = Omit<FoundColumn, 'doubtful'> & {
  source: number;
  kept: boolean;
  /** The column of the dataset that takes its values. */
  id: string | undefined;
  how: How;
  /** The share of its values that the column of the dataset has, too. */
  overlap: number;
  /** Texts that may stand for an empty cell, and whether they are read so. */
  markers: Marker[];
  /** The type that the column of the dataset has now, if it is another one. */
  typeBefore: ColumnType | undefined;
};

/** How a column of the file relates to the dataset. */
export type How = 'same' | 'moved' | 'renamed' | 'values' | 'new' | 'chosen';

/** Whether a table is loaded unless someone says otherwise. */
export const isProposed = (table: FoundTable): boolean => table.columns.length > 0;

/** The columns of a table as they go into a new dataset. */
export function newColumnsOf(table: FoundTable, edit: Edit): PlannedColumn[] {
  return table.columns.map(({ doubtful: _, ...found }, source) => {
    const { doubtful: _unused, kept = true, empty, ...changes } = edit.columns?.[source] ?? {};
    const markers = markersOf(table, source, empty);
    return {
      ...found,
      ...changes,
      ...consequencesOf(found, changes),
      source,
      kept,
      id: undefined,
      how: 'new',
      overlap: 0,
      markers,
      typeBefore: undefined,
    };
  });
}

/** A format and a role belong to a type: years that are to be numbers are no dates. */
function consequencesOf(found: Omit<FoundColumn, 'doubtful'>, { type, role, format }: Partial<FoundColumn>) {
  if (type === undefined || type === found.type) return {};
  const isTime = type === 'date' || type === 'time';
  const usual = isTime ? ('time' as const) : found.role === 'time' ? ('dimension' as const) : found.role;
  return { role: role ?? usual, format: format ?? ('plain' as const) };
}

/** The texts of a column that may stand for an empty cell, with what was said of them. */
const markersOf = ({ markers }: FoundTable, source: number, rules: EmptyRules = {}): Marker[] =>
  (markers[source] ?? []).map((marker) => ({ ...marker, isEmpty: rules[marker.text] ?? marker.isEmpty }));

/** The columns of a table as they go into a dataset that is there. */
export function matchedColumnsOf(table: FoundTable, edit: Edit, { dataset, matches }: Matched): PlannedColumn[] {
  return newColumnsOf(table, edit).map((column) => {
    const match = matches.find((each) => each.source === column.source);
    const chosen = edit.into?.[column.source];
    const id = chosen === undefined ? (match?.id ?? undefined) : (chosen ?? undefined);
    const taker = dataset.columns.find((each) => each.id === id);
    if (!taker) return column;
    const { name, role, format, unit } = taker;
    const type = edit.columns?.[column.source]?.type ?? widenedType(taker.type, table.columns[column.source]!.type);
    return {
      ...column,
      name,
      type,
      role,
      format,
      unit,
      id: taker.id,
      how: chosen === undefined ? howOf(match) : 'chosen',
      overlap: chosen === undefined ? (match?.overlap ?? 0) : 0,
      markers: markersOf(table, column.source, {
        ...dataset.emptyRules[taker.id],
        ...edit.columns?.[column.source]?.empty,
      }),
      typeBefore: type === taker.type ? undefined : taker.type,
    };
  });
}

export type Matched = { dataset: Dataset; matches: Match[] };

function howOf(match: Match | undefined): How {
  if (!match || match.by === 'none') return 'new';
  if (match.by === 'values') return 'values';
  if (match.by === 'closeness') return 'renamed';
  return match.moved ? 'moved' : 'same';
}

/** The columns of a dataset that a file brings nothing for. */
export function missingOf(dataset: Dataset, columns: PlannedColumn[]): DatasetColumn[] {
  const taken = new Set(columns.filter((column) => column.kept).map((column) => column.id));
  return dataset.columns.filter((column) => !taken.has(column.id));
}

/** A name or a column that two columns of the file both want. */
export function clashOf(columns: PlannedColumn[]): string | undefined {
  const seen = new Set<string>();
  for (const { kept, id, name } of columns) {
    const key = id ?? name.trim().toLowerCase();
    if (kept && seen.has(key)) return name;
    if (kept) seen.add(key);
  }
  return undefined;
}

const importColumnOf = ({ source, id, name, type, role, format, unit, markers }: PlannedColumn): ImportColumn => ({
  source,
  ...(id && { id }),
  name,
  type,
  role,
  format,
  unit,
  empty: rulesOf(markers),
});

/** What the server is asked to load. */
export function importOf(table: number, target: Target, columns: PlannedColumn[]): PlannedImportInput {
  return {
    table,
    dataset: target.kind === 'new' ? { name: target.name } : { id: target.id },
    mode: target.kind === 'new' ? 'append' : target.mode,
    columns: columns.filter((column) => column.kept).map(importColumnOf),
  };
}
