import type { DuckDBConnection } from '@duckdb/node-api';

import { Problem } from '#contract/errors.ts';
import type { LimitedQuestion, Source, Within } from '#engine/engine.ts';
import { closeFunctions } from './closed-functions.ts';
import { closeInstance, lock, openInstance } from './instance.ts';
import { isFull } from './memory.ts';
import type { Use } from './process.ts';
import { openSources } from './sources.ts';
import { stayWithin } from './within.ts';

/**
 * What an instance must have been opened with: exactly these sources, and the zone in which days begin. And the rows of
 * the only source that it shows for now.
 */
export type Setting = { by: Author; sources: Source[]; zone: string; within?: Within | undefined };

/** Who wrote the SQL: functions are closed for people alone. */
type Author = LimitedQuestion['by'];

/** What names a setting. A segment never changes, so that its name says what it holds. */
export const keyOf = ({ by, sources, zone }: Setting) => JSON.stringify([by, zone, sources]);

type Instance = { connection: DuckDBConnection; leaving: NodeJS.Timeout };

const atMost = 3;
// Segments that were removed stay on the disk while an instance holds them.
const idleTime = 60_000;
const instances = new Map<string, Instance>();

/** Works with a locked instance that has these sources and nothing else, and keeps it for the next question. */
export async function borrow<T>(
  setting: Setting,
  use: Use,
  work: (connection: DuckDBConnection) => Promise<T>,
): Promise<T> {
  const key = keyOf(setting);
  const connection = use(take(key) ?? (await open(setting, use)));
  try {
    await stayWithin(connection, setting.sources, setting.within);
    const result = await work(connection);
    keep(key, connection);
    return result;
  } catch (error) {
    // What is wrong with SQL leaves an instance as it was; after other failures nobody knows.
    if (error instanceof Problem) keep(key, connection);
    else closeInstance(connection);
    throw error;
  }
}

function take(key: string): DuckDBConnection | undefined {
  const instance = instances.get(key);
  if (!instance) return undefined;
  instances.delete(key);
  clearTimeout(instance.leaving);
  return instance.connection;
}

function keep(key: string, connection: DuckDBConnection): void {
  const leaving = setTimeout(() => drop(key), idleTime).unref();
  instances.set(key, { connection, leaving });
  // The first are the oldest.
  for (const other of instances.keys()) {
    if (instances.size > atMost || (instances.size > 1 && isFull())) drop(other);
  }
}

function drop(key: string): void {
  const connection = take(key);
  if (connection) closeInstance(connection);
}

// Nothing is put aside on the disk: a question that needs more than its memory fails, and cannot fill the disk.
const confined = { errors_as_json: 'true', temp_directory: '', max_temp_directory_size: '0KB' } as const;

async function open({ by, sources, zone }: Setting, use: Use): Promise<DuckDBConnection> {
  const connection = use(await openInstance({ ...confined, zone }));
  try {
    await openSources(connection, sources);
    if (by === 'person') await closeFunctions(connection);
    await lock(connection);
    return connection;
  } catch (error) {
    closeInstance(connection);
    throw error;
  }
}
