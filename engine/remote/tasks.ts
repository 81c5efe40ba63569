import type { ErrorCode, ErrorParams } from '#contract/errors.ts';
import type { DatabaseKind } from '#domain/databases.ts';
import type { EngineAnswer, SerializedAnswer } from '#engine/engine.ts';
import type { AccountReport, CatalogColumn, CatalogTable } from './catalog.ts';
import type { DatabaseAddress, DatabaseQuery } from './driver.ts';
import type { FailureReason } from './failure.ts';

/** A database that queries run on. The process keeps its sessions until the settings of the id change. */
export type RemoteDatabase = DatabaseAddress & { id: string; kind: DatabaseKind };

/** The tasks of the process with their input and output. */
export type RemoteTasks = {
  query: { input: { database: RemoteDatabase; query: DatabaseQuery }; output: EngineAnswer & { isCutOff: boolean } };
  /** The result as JSON text, ready to pass on. */
  answer: { input: { database: RemoteDatabase; query: DatabaseQuery }; output: SerializedAnswer };
  /** Writes the result into a file, one JSON object keyed c1, c2, … per line. */
  write: {
    input: { database: RemoteDatabase; query: DatabaseQuery; file: string };
    output: { columns: EngineAnswer['columns']; rows: number; isCutOff: boolean };
  };
  /** The tables that the account may read. */
  tables: { input: { database: RemoteDatabase }; output: CatalogTable[] };
  columns: { input: { database: RemoteDatabase; table: { schema: string; name: string } }; output: CatalogColumn[] };
  /** The columns of SQL that a person wrote; fails unless it is one query. */
  describe: { input: { database: RemoteDatabase; sql: string }; output: CatalogColumn[] };
  /** Rights of the account beyond reading, SQL that creates a read-only account, and features that the server lacks. */
  inspect: { input: { database: RemoteDatabase }; output: AccountReport & { readOnlyAccount: string } };
  /** Closes the sessions of a connection. */
  disconnect: { input: { id: string }; output: null };
};

export type RemoteTaskName = keyof RemoteTasks;

/** Messages to the process, and its reports. */
export type RemoteMessage = { id: number; name: RemoteTaskName; input: unknown } | { cancel: number };
export type RemoteReport =
  | { up: true }
  | { id: number; output: unknown }
  | { id: number; problem: { code: ErrorCode; params: ErrorParams } }
  | { id: number; failure: { reason: FailureReason; message: string } }
  | { id: number; cancelled: true };
