import type { DatasetColumn } from '#domain/columns/column.ts';
import type { ExtractColumn } from '#contract/extracts/routes.ts';
import type { DetectedTable, ImportColumn } from '#contract/imports/routes.ts';

/** Input that decides how the columns of a file are loaded. */
type ColumnPlanInput = {
  /** The file; the names of its columns are the keys of the extract. */
  table: DetectedTable;
  /** Columns of a source dataset by id; their types are certain, those of a file are guesses. */
  sourceColumns: Map<string, DatasetColumn>;
  /** Columns chosen by a member; null for all. */
  chosen: ExtractColumn[] | null;
  /** Ids of columns of the dataset by key, from earlier runs. */
  targets: Record<string, string>;
  /** Columns that the dataset has now. */
  existing: DatasetColumn[];
};

/**
 * The columns to import: a column that was loaded before keeps its target, also if that was renamed; another one is
 * matched by name, else it is new.
 */
export function planExtractColumns(input: ColumnPlanInput): ImportColumn[] {
  const { table, chosen, existing } = input;
  const keys = new Set(table.columns.map(({ name }) => name));
  const reserved = new Set(Object.entries(input.targets).flatMap(([key, id]) => (keys.has(key) ? [id] : [])));
  return table.columns.flatMap((_, source): ImportColumn[] => {
    const described = describeColumn(input, source);
    if (!described) return [];
    const { key, id, ...column } = described;
    const lastTarget = existing.find((each) => each.id === (input.targets[key] ?? id));
    const target = lastTarget ?? existing.find((each) => each.name === column.name && !reserved.has(each.id));
    if (!target) return [{ ...column, source }];
    reserved.add(target.id);
    const type = chosen ? column.type : target.type;
    return [{ ...column, source, id: target.id, name: target.name, type }];
  });
}

/** A column as chosen by a member, else as the source describes it; undefined if it was not chosen. */
function describeColumn({ table, sourceColumns, chosen }: ColumnPlanInput, index: number): ExtractColumn | undefined {
  const { doubtful: _, ...detected } = table.columns[index]!;
  const key = detected.name;
  if (chosen) return chosen.find((column) => column.key === key);
  const source = sourceColumns.get(key);
  if (!source) return { ...detected, key };
  const { name, type, role, format, unit } = source;
  return { key, name, type, role, format, unit };
}
