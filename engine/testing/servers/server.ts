import type { DatabaseAddress } from '#engine/remote/driver.ts';

/** A real database server for a test. */
export type TestServer = {
  address: DatabaseAddress;
  /** Runs a statement as the administrator. */
  execute: (statement: string) => Promise<Record<string, unknown>[]>;
  close: () => Promise<void>;
};
