import type { Column } from '#domain/query/query.ts';
import type { ProcessPool } from '#engine/duckdb/process-pool.ts';
import type { FileSource, StoredCells, WarehouseColumn, WarehouseSource } from '#engine/engine.ts';

/** A segment that was written into a file of this server, named without its folder. */
export type LocalSegment = { file: string; rows: number; bytes: number };

/** A segment in the warehouse, with its cells. */
export type StoredSegment = LocalSegment & { cells: StoredCells[] };

/** A segment that is stored and can be published. */
export type NewSegment = LocalSegment | StoredSegment;

/** A segment of a dataset, by its name. */
export type SegmentName = { datasetId: string; file: string };

/** A dataset at a version: its columns, and the names of its segments with their rows. */
export type StoredVersion = {
  datasetId: string;
  name: string;
  columns: WarehouseColumn[];
  segments: { file: string; rows: number }[];
};

/** Rows that the engine can read, and how many each part of the source has. */
type ReadableRows = { source: FileSource | WarehouseSource; partRows: number[] };

export type StoreOptions = { datasetId: string; processes: ProcessPool; signal?: AbortSignal | undefined };
/** A segment to copy, and its columns with the types in which they are read. */
export type CopiedSegment = SegmentName & { rows: number; columns: WarehouseColumn[] };
type SegmentCopyOptions = { processes: ProcessPool; signal: AbortSignal };
type MergeOptions = { datasetId: string; columns: Column[]; processes: ProcessPool; signal?: AbortSignal | undefined };

/** Where the rows of datasets are stored: in files of this server, or in the warehouse. */
export type SegmentStore = {
  place: 'files' | 'warehouse';
  /** Stores a segment that was written into a file. It is not visible until it is published. */
  store: (segment: LocalSegment, options: StoreOptions) => Promise<NewSegment>;
  read: (version: StoredVersion) => ReadableRows;
  /** Copies a segment into a file in the format of file segments; false if it no longer exists. */
  copy: (segment: CopiedSegment, target: string, options: SegmentCopyOptions) => Promise<boolean>;
  /** The segments of a version, grouped into runs; neighbours in a run can be merged. */
  runsOf: <S extends { file: string }>(segments: S[]) => S[][];
  /** Merges neighbours into one segment; undefined if they no longer exist. */
  merge: (parts: LocalSegment[], options: MergeOptions) => Promise<LocalSegment | undefined>;
  /** Deletes segments unless a version lists them. */
  remove: (segments: SegmentName[]) => Promise<void>;
  /** Deletes the rows of datasets that were deleted. */
  removeDatasets: (ids: string[], segments: SegmentName[]) => Promise<void>;
  /** At startup: deletes leftovers of a server that was killed. */
  removeOrphans: () => Promise<void>;
  /** Periodically: deletes rows that were stored but never published. */
  removeAbandoned: () => Promise<void>;
  /** Bytes of all rows. */
  countBytes: () => Promise<number>;
  close: () => Promise<void>;
};
