import net from 'node:net';
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client';

import type { DatabaseAddress } from '#engine/remote/driver.ts';
import { isUnavailable, throwStorageProblem } from './failure.ts';

/** The servers of a warehouse. Any of them can query the rows of all; each has its own tables. */
export type WarehouseNodes = {
  /** Uses the first server that answers, beginning with the last one that did. */
  useAny: <T>(use: (client: ClickHouseClient) => Promise<T>) => Promise<T>;
  /** Uses every server, one after the other; fails if one of them does. */
  useEach: <T>(use: (client: ClickHouseClient) => Promise<T>) => Promise<T[]>;
  /** Uses every server that answers; fails if none does. */
  useReachable: <T>(use: (client: ClickHouseClient) => Promise<T>) => Promise<T[]>;
  close: () => Promise<void>;
};

export function openWarehouseNodes(addresses: DatabaseAddress[]): WarehouseNodes {
  const clients = addresses.map(openClient);
  const preferAnswering = createPreference(clients.length);
  return {
    useAny: (use) => preferAnswering((index) => use(clients[index]!).catch(throwStorageProblem)),
    useEach: async (use) => {
      const results = [];
      for (const client of clients) results.push(await use(client).catch(throwStorageProblem));
      return results;
    },
    useReachable: async (use) => {
      const settled = await Promise.allSettled(clients.map((client) => use(client).catch(throwStorageProblem)));
      const answers = settled.filter((each) => each.status === 'fulfilled');
      const failure = settled.find((each) => each.status === 'rejected' && !isUnavailable(each.reason)) ?? settled[0]!;
      if (failure.status === 'rejected' && (answers.length === 0 || !isUnavailable(failure.reason)))
        throw failure.reason;
      return answers.map(({ value }) => value);
    },
    close: async () => {
      await Promise.all(clients.map((client) => client.close()));
    },
  };
}

/** Tries the servers in turn until one is available, and begins with that one the next time. */
export function createPreference(count: number) {
  let preferred = 0;
  return async <T>(attempt: (index: number) => Promise<T>): Promise<T> => {
    for (let tries = 1; ; tries++) {
      const index = preferred;
      try {
        return await attempt(index);
      } catch (error) {
        if (!isUnavailable(error)) throw error;
        // Another query may have moved on already.
        if (preferred === index) preferred = (index + 1) % count;
        if (tries >= count) throw error;
      }
    }
  };
}

function openClient({ host, port, tls, user, password, database }: DatabaseAddress): ClickHouseClient {
  return createClient({
    url: `${tls === 'off' ? 'http' : 'https'}://${net.isIPv6(host) ? `[${host}]` : host}:${port}`,
    username: user,
    password,
    database,
    application: 'Shuju',
    // Inserts of large files may take hours.
    request_timeout: 24 * 60 * 60 * 1000,
    log: { level: ClickHouseLogLevel.OFF },
    http_headers: database === 'default' ? { 'X-ClickHouse-Database': 'default' } : {},
  });
}
