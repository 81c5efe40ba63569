import { and, eq, isNull, sql } from 'drizzle-orm';

import type { Dataset } from '#contract/datasets/routes.ts';
import { Problem } from '#contract/errors.ts';
import type { ColumnFormat } from '#domain/columns/column.ts';
import { resolveCalculated } from '#domain/formula/resolve.ts';
import type { Column, Metric, Origin } from '#domain/query/query.ts';
import type { Cardinality, RelationKey } from '#domain/query/relation.ts';
import type { EngineSource, FileSource, WarehouseColumn, WarehouseSource } from '#engine/engine.ts';
import type { CalculatedColumn, RelatedTable, TableRowRule } from '#engine/sql/scope.ts';
import type { Database } from '#server/database/open.ts';
import { applications, datasets, freshness } from '#server/database/schema.ts';
import { hashOf } from '#server/hash.ts';
import type { SegmentStore } from '#server/segments/segment-store.ts';

/** Labels of a column: their revision and, if they are taken from other columns, the version that was read for it. */
export type SnapshotLabels = { column: string; revision: string; readAt: { version: number; seconds: number } | null };

/** A dataset at a version, as the engine reads it. */
export type DatasetSnapshot = {
  /** Equal keys mean equal snapshots. */
  key: string;
  version: number;
  rows: number;
  source: EngineSource;
  /** Whether it reads SQL of a connection that does not allow SQL. */
  isSqlOff: boolean;
  metrics: Metric[];
  calculated: CalculatedColumn[];
  /** The relations of the dataset; `related` are the snapshots of those that a query needs, see `loadRelated`. */
  relations: SnapshotRelation[];
  related: RelatedSnapshot[];
  /** The condition of the rows that the reader may see; null if they may see all. */
  rowRule: TableRowRule | null;
  /** Numeric columns that are known to be never negative, if a query needed to know. */
  nonNegative?: string[];
  /** Approximate numbers of distinct values by column id, if a query needed them. */
  valueCounts?: Record<string, number>;
  /** Formats by column id. */
  formats: Record<string, ColumnFormat>;
  /** The columns whose values have labels. */
  labels: SnapshotLabels[];
  /** Rows of each segment of the source. */
  segmentRows: number[];
  origin: Origin;
};

/** A relation to another dataset. */
export type SnapshotRelation = { id: string; dataset: string; keys: RelationKey[]; isOneToOne: boolean };

/** A related dataset, in which each row of the other one has at most one partner: the row with the same keys. */
export type RelatedSnapshot = Omit<RelatedTable, 'table'> & { snapshot: DatasetSnapshot };

/** A snapshot of rows that are stored here: in files or in the warehouse. */
export type StoredSnapshot = DatasetSnapshot & { source: FileSource | WarehouseSource };

export const isStored = (snapshot: DatasetSnapshot): snapshot is StoredSnapshot => snapshot.source.at !== 'connection';

export type FileSnapshot = DatasetSnapshot & { source: FileSource };

export const isOfFiles = (snapshot: DatasetSnapshot): snapshot is FileSnapshot => snapshot.source.at === 'files';

/** Refuses to read rows of SQL while its connection does not allow SQL. */
export function requireReadable(snapshot: DatasetSnapshot): DatasetSnapshot {
  if (snapshot.isSqlOff) throw new Problem('connection_sql_off');
  return snapshot;
}

/** Only versions in the history can be read: segments of other numbers may have been deleted. */
export async function loadSnapshot(
  { db, segments }: { db: Database; segments: SegmentStore },
  id: string,
  asOf?: number,
): Promise<DatasetSnapshot> {
  const [row] = await statementOf(db).execute({ id, asOf: asOf ?? null });
  if (!row) throw new Problem('not_found');
  if (!row.isListed) throw new Problem('no_such_version');
  const { name, application, version, metrics, formats, labels, files } = row;
  const lastDataAt = row.lastDataAt?.toISOString() ?? null;
  // Freshness is that of the current version.
  const newest = asOf === undefined ? row.newest : null;
  const lateSince = asOf === undefined ? (row.lateSince?.toISOString() ?? null) : null;
  const stored = { datasetId: id, name, columns: row.columns.map(warehouseColumnOf), segments: files };
  const connected = connectionSourceOf(row);
  const { source, partRows: segmentRows } = connected ? { source: connected, partRows: [] } : segments.read(stored);
  const rows = connected ? row.rows : segmentRows.reduce((sum, each) => sum + each, 0);
  const connection = connected ? { kind: connected.kind, asOf: connected.asOf } : null;
  const snapshot = {
    version,
    rows,
    segmentRows,
    metrics,
    calculated: resolveCalculated(source.columns, row.calculated).map(({ isBroken: _, ...column }) => column),
    relations: row.relations.map(snapshotRelationOf),
    related: [],
    rowRule: null,
    formats,
    labels,
    source,
    isSqlOff: source.at === 'connection' && 'sql' in source && !row.settings?.allowsSql,
    origin: {
      id,
      name,
      application,
      version,
      rows,
      lastDataAt,
      newest,
      lateSince,
      isPushed: row.isPushed,
      connection,
    },
  };
  return { ...snapshot, key: hashOf(JSON.stringify(snapshot)) };
}

type SnapshotRelationRow = Omit<SnapshotRelation, 'isOneToOne'> & { cardinality: Cardinality; isReversed: boolean };

const snapshotRelationOf = ({ cardinality, isReversed, keys, ...relation }: SnapshotRelationRow): SnapshotRelation => ({
  ...relation,
  isOneToOne: cardinality === 'one_to_one',
  keys: isReversed ? keys.map((key) => ({ column: key.relatedColumn, relatedColumn: key.column })) : keys,
});

type SnapshotColumn = WarehouseColumn & { storedName: string | null; isLocalTime: boolean };
type ConnectionReading = { freshness: number; zone: string; allowsSql: boolean };
type ConnectedRow = {
  name: string;
  applicationId: string;
  connection: Dataset['connection'];
  settings: ConnectionReading | null;
  columns: SnapshotColumn[];
};

const columnOf = ({ id, name, type }: SnapshotColumn): Column => ({ id, name, type });
const warehouseColumnOf = (column: SnapshotColumn) => ({ ...columnOf(column), storedTypes: column.storedTypes });

/** The source of a dataset that reads a connected database. */
function connectionSourceOf({ name, applicationId, connection, settings, columns }: ConnectedRow) {
  if (!connection || !settings) return undefined;
  const { freshness, zone } = settings;
  return {
    ...connection,
    at: 'connection' as const,
    connection: applicationId,
    name,
    columns: columns.map((column) => ({
      ...columnOf(column),
      ...(column.storedName !== null && { storedName: column.storedName }),
      ...(column.isLocalTime && { localZone: zone }),
    })),
    asOf: slotOf(freshness),
  };
}

/** The start of the current time slot. The shortest is a second, so that equal queries still run once. */
function slotOf(freshness: number): string {
  const length = Math.max(1, freshness) * 1000;
  return new Date(Math.floor(Date.now() / length) * length).toISOString();
}

// Every query starts with this statement, so it is a single prepared one.
const statements = new WeakMap<Database, ReturnType<typeof prepareStatement>>();

function statementOf(db: Database): ReturnType<typeof prepareStatement> {
  const statement = statements.get(db) ?? prepareStatement(db);
  statements.set(db, statement);
  return statement;
}

const version = sql`coalesce(${sql.placeholder('asOf')}::integer, datasets.version)`;

// drizzle leaves table names out of columns in a selection, so they are written out here.
function prepareStatement(db: Database) {
  return db
    .select({
      name: datasets.name,
      applicationId: datasets.applicationId,
      rows: datasets.rows,
      connection: datasets.connection,
      settings: sql<ConnectionReading | null>`(select json_build_object(
        'freshness', c.freshness, 'zone', c.zone, 'allowsSql', c.allows_sql) from connections c where c.application_id = applications.id)`,
      application: sql<string>`applications.name`,
      lastDataAt: datasets.lastDataAt,
      newest: freshness.newest,
      lateSince: freshness.lateSince,
      version: sql<number>`${version}`,
      isPushed: sql<boolean>`exists (
        select 1 from versions v where v.dataset_id = datasets.id and v.cause = 'push')`,
      isListed: sql<boolean>`(${version} = datasets.version or exists (
        select 1 from versions v where v.dataset_id = datasets.id and v.number = ${version}))`,
      columns: sql<SnapshotColumn[]>`(select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name,
        'type', c.type, 'storedName', c.stored_name, 'isLocalTime', c.is_local_time, 'storedTypes', c.stored_types) order by c.position), '[]')
        from columns c where c.dataset_id = datasets.id)`,
      formats: sql<Record<string, ColumnFormat>>`(select coalesce(json_object_agg(c.id, c.format), '{}') from (
        select id, format, dataset_id from columns union all select id, format, dataset_id from calculated_columns
        ) c where c.dataset_id = datasets.id)`,
      calculated: sql<CalculatedColumn[]>`(select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name,
        'type', c.type, 'expression', c.expression) order by c.created_at, c.id), '[]')
        from calculated_columns c where c.dataset_id = datasets.id)`,
      labels: sql<SnapshotLabels[]>`(select coalesce(json_agg(json_build_object('column', l.column_id,
        'revision', l.revision, 'readAt', case when l.source is null or l.source = 'null' then null else
          json_build_object('version', l.version, 'seconds', floor(extract(epoch from l.refreshed_at))) end)), '[]')
        from value_labels l where l.dataset_id = datasets.id)`,
      metrics: sql<Metric[]>`(select coalesce(json_agg(json_build_object('id', m.id, 'formula', m.formula)), '[]')
        from metrics m where m.dataset_id = datasets.id)`,
      relations: sql<SnapshotRelationRow[]>`(select coalesce(json_agg(json_build_object('id', r.id, 'keys', r.keys,
        'dataset', case when r.dataset_id = datasets.id then r.related_id else r.dataset_id end,
        'cardinality', r.cardinality, 'isReversed', r.dataset_id <> datasets.id) order by r.created_at, r.id), '[]')
        from relations r where r.dataset_id = datasets.id
          or (r.related_id = datasets.id and r.cardinality = 'one_to_one'))`,
      files: sql<{ file: string; rows: number }[]>`(select coalesce(json_agg(
        json_build_object('file', s.file, 'rows', s.rows) order by s.position), '[]')
        from segments s where s.dataset_id = datasets.id
          and s.first <= ${version} and (s.last is null or s.last > ${version}))`,
    })
    .from(datasets)
    .innerJoin(applications, eq(applications.id, datasets.applicationId))
    .leftJoin(freshness, eq(freshness.id, datasets.id))
    .where(and(eq(datasets.id, sql.placeholder('id')), isNull(datasets.trashedAt), isNull(applications.trashedAt)))
    .prepare('snapshot');
}
