import type { RowFilter } from '#contract/datasets/routes.ts';
import type { ColumnType } from '#domain/query/query.ts';
import { countOf, misfitsOf, pageOf, type RowPageQuery } from './duckdb/page.ts';
import type { EngineQuery, FileSource, WarehouseSource } from './engine.ts';
import { warehouseCount, warehouseMisfits, warehousePage } from './warehouse/row-page.ts';

type StoredSource = FileSource | WarehouseSource;
type StoredRowsQuery = EngineQuery | EngineQuery<WarehouseSource>;

/** The query for one page of rows. Columns are named by their ids. */
export const rowPageOf = (source: StoredSource, page: RowPageQuery): StoredRowsQuery =>
  source.at === 'files' ? pageOf(source, page) : warehousePage(source, page);

/** The query that counts the rows that pass the filters. */
export const rowCountOf = (source: StoredSource, filters: RowFilter[]): StoredRowsQuery =>
  source.at === 'files' ? countOf(source, filters) : warehouseCount(source, filters);

/** The query for the values of a column that do not convert to another type: their number, and one example. */
export const columnMisfitsOf = (source: StoredSource, column: string, type: ColumnType): StoredRowsQuery =>
  source.at === 'files' ? misfitsOf(source, column, type) : warehouseMisfits(source, column, type);
