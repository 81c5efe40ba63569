import { rename } from 'node:fs/promises';

import { Problem } from '#contract/errors.ts';
import type { ExtractSource } from '#contract/extracts/routes.ts';
import type { DatasetColumn } from '#domain/columns/column.ts';
import { isGrowingType } from '#domain/query/column-types.ts';
import type { Filter } from '#domain/query/query.ts';
import { queryEngine } from '#server/datasets/query-engine.ts';
import { planQuery } from '#server/execution/plan-query.ts';
import { hashOfFile } from '#server/hash.ts';
import { type StagedFile, stageFile } from '#server/imports/stage-file.ts';
import type { UploadRow } from '#server/imports/uploads.ts';
import { maxFileRows } from '#server/queries/exports.ts';
import { writeFile } from '#server/queries/write-file.ts';
import type { ExtractRow, ExtractRunContext } from './services.ts';

type DatasetSource = Extract<ExtractSource, { kind: 'dataset' }>;
/** A file to import, the last value of the growing column in it, and whether there are more rows beyond that. */
export type StagedRows = { upload: UploadRow; lastValue: string | number | null; hasMore: boolean };
type StageRequest = {
  row: ExtractRow;
  source: DatasetSource;
  sourceColumns: Map<string, DatasetColumn>;
  name: string;
  signal: AbortSignal;
};

/**
 * Rows newer than this are left for the next run, because rows with the same or an earlier time may not be committed
 * yet.
 */
const settlingMs = 60_000;

/** Rows of one import, so that a table of any size can be loaded by a growing column. */
const maxRowsAtOnce = 100_000;

/** Writes the rows of a connected table into a file that can be imported; undefined if there are no new rows. */
export async function stageRows(ctx: ExtractRunContext, request: StageRequest): Promise<StagedRows | undefined> {
  const { source, row } = request;
  const { growingColumn: column } = source;
  if (column === null) return { upload: await stageFiltered(ctx, request, []), lastValue: null, hasMore: false };
  const type = request.sourceColumns.get(column)?.type;
  if (!type || !isGrowingType(type)) throw new Problem('extract_growing_column');
  const after: Filter[] = row.lastValue === null ? [] : [{ op: 'greater', column, value: row.lastValue }];
  const settled = new Date(Date.now() - settlingMs).toISOString();
  const until: Filter = type === 'time' ? { op: 'at_most', column, value: settled } : { op: 'filled', column };
  const values = await listNextValues(ctx, request, [...after, until]);
  const lastValue = values.at(-1);
  if (lastValue === undefined) return undefined;
  // An upper bound, so that exactly the rows up to the saved value are loaded, whatever is added meanwhile.
  const upload = await stageFiltered(ctx, request, [...after, { op: 'at_most', column, value: lastValue }]);
  return { upload, lastValue, hasMore: values.length === maxRowsAtOnce };
}

/** The next values of the growing column among the filtered rows, in order. */
async function listNextValues(
  ctx: ExtractRunContext,
  { source, row, signal }: StageRequest,
  filters: Filter[],
): Promise<(string | number)[]> {
  const column = source.growingColumn!;
  const spec = {
    ...rowsSpecOf(source, filters),
    columns: [column],
    order: [{ column, direction: 'ascending' as const }],
    limit: maxRowsAtOnce,
  };
  const { engineQuery } = await planQuery(ctx, { spec, zone: row.zone, rows: maxRowsAtOnce, signal });
  if (engineQuery.by !== 'compiler') throw new Error('rows of a dataset are compiled');
  const { sql, params, sources, booleans = [] } = engineQuery;
  const { values } = await queryEngine(ctx, { sql, params, sources, booleans }, { signal });
  const list = (values[0] ?? []).slice(0, maxRowsAtOnce);
  // Integers beyond 2^53 are texts, which cannot be compared exactly.
  if (!list.every(isComparable)) throw new Problem('extract_growing_column');
  return list;
}

const isComparable = (value: unknown): value is string | number => typeof value === 'number' || isTime(value);
const isTime = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value);

const rowsSpecOf = ({ dataset }: DatasetSource, filters: Filter[]) => ({
  kind: 'rows' as const,
  dataset,
  columns: [],
  filters,
  period: { kind: 'all' as const },
  order: [],
  limit: maxFileRows,
});

/** A Parquet file keeps the types of the rows; its columns are named by their ids, which are unique. */
function stageFiltered(ctx: ExtractRunContext, request: StageRequest, filters: Filter[]): Promise<UploadRow> {
  const { source, row, name } = request;
  const file: StagedFile = {
    name,
    zone: row.zone,
    options: {},
    write: async (target, signal) => {
      const spec = rowsSpecOf(source, filters);
      const { engineQuery } = await planQuery(ctx, { spec, zone: row.zone, rows: maxFileRows, signal });
      const order = {
        query: engineQuery,
        format: 'parquet' as const,
        labels: {},
        valueTexts: {},
        options: { bom: false, zone: row.zone },
      };
      const written = await writeFile(ctx, order, { signal, onProgress: () => undefined }).catch(throwTooLarge);
      await rename(written.file, target);
      return { bytes: written.bytes, hash: await hashOfFile(target) };
    },
  };
  return stageFile(ctx, file, request.signal);
}

function throwTooLarge(cause: unknown): never {
  throw cause instanceof Problem && cause.code === 'query_too_large'
    ? new Problem('extract_too_large', {}, { cause })
    : cause;
}
