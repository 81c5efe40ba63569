import type { ColumnType, Scalar } from '#domain/query/query.ts';

/**
 * Where a database is and how to sign in. There are no other options, because options of drivers can read files of this
 * machine or call other hosts.
 */
export type DatabaseAddress = {
  /** The name that the certificate must have. */
  host: string;
  /** The address to connect to: the host was resolved to it, and it was checked. */
  address: string;
  port: number;
  database: string;
  user: string;
  password: string;
  /** `encrypted` accepts any certificate. */
  tls: 'off' | 'encrypted' | 'verified';
  /** The time zone of columns that store none. */
  zone: string;
  /** Queries that run at once; `maxSessions` unless it is set. */
  sessions?: number;
};

/** A query with limits. A result with more rows is cut off, one with more bytes fails. */
export type DatabaseQuery = {
  sql: string;
  params: Scalar[];
  /**
   * Of a compiled query: times without zone are in UTC, and columns are booleans even if the database has only integers,
   * see `booleanColumnsOf`.
   */
  compiled?: { booleans: string[] };
  /** Settings of ClickHouse for this query, beside those of every query. */
  settings?: Record<string, string | number>;
  maxRows: number;
  maxBytes: number;
  seconds: number;
};

/** A column of a result; `isLocalTime` is true if its times are stored without a zone. */
export type DatabaseColumn = { name: string; type: ColumnType; isLocalTime: boolean };

/** The result, column by column, with values as in answers of every engine. */
export type DatabaseAnswer = {
  columns: DatabaseColumn[];
  values: unknown[][];
  isCutOff: boolean;
};

/** The columns and the number of rows of a result that was streamed. */
export type StreamedResult = { columns: DatabaseColumn[]; rows: number; isCutOff: boolean };

/** A client of one database, which can only read. */
export type DatabaseClient = {
  /** Aborting stops the query on the server. */
  query: (query: DatabaseQuery, signal?: AbortSignal) => Promise<DatabaseAnswer>;
  /** The same, but passes on parts of the result as they arrive, for results that do not fit in memory. */
  stream?: (
    query: DatabaseQuery,
    write: (values: unknown[][]) => Promise<void>,
    signal?: AbortSignal,
  ) => Promise<StreamedResult>;
  /** Fails unless the text is one statement, valid by itself and without parameters. Does not run it. */
  check: (sql: string, signal?: AbortSignal) => Promise<void>;
  close: () => Promise<void>;
};

/** Maximum number of sessions of a client, and so of concurrent queries of a connection. */
export const maxSessions = 4;

/** Limits of a query that checks or lists something. */
export const checkLimits = { maxRows: 100_000, maxBytes: 64 * 1024 * 1024, seconds: 30 };

/** How long connecting may take. */
export const connectSeconds = 10;

/** How long a server may take to end a query or a transaction before its session is given up. */
export const stopGraceMs = 2_000;
