import { and, eq, gt, isNull, lt, ne, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import path from 'node:path';
import type { Logger } from 'pino';

import type { Backup } from '#contract/backups/routes.ts';
import type { Config } from '#server/config.ts';
import type { Database, Queryable } from '#server/database/open.ts';
import { localFiles, servers } from '#server/database/schema.ts';
import { runEvery } from '#server/jobs/run-every.ts';
import { undefinedIfMissing } from '#server/missing-file.ts';

const heartbeatMs = 5_000;
/** A server that was not seen for this long counts as stopped. Uses the database clock, because server clocks differ. */
const unreachableBefore = sql`now() - interval '30 seconds'`;
const forgottenAfter = sql`now() - interval '8 days'`;

type OtherServer = { id: string; address: string };

/**
 * The servers of this installation. Uploads, exports, backups and report files are on the server that wrote them; the
 * database records which one.
 */
export type Servers = {
  /** The id of this server, stored in its data directory. */
  id: string;
  /** Starts announcing to other servers that this one runs, with its address. */
  announce: (port: number) => Promise<void>;
  /** Records that the files with an id are on this server. */
  hold: (id: string, options?: { backup?: Backup; db?: Queryable }) => Promise<void>;
  release: (id: string) => Promise<void>;
  /** The server that has the files; undefined if it is this one or unknown. */
  findHolder: (id: string) => Promise<OtherServer | undefined>;
  /** Ids of files on servers that no longer run. */
  listUnreachable: () => Promise<string[]>;
  /** Deletes the records of files that have expired; those of backups stay. */
  forgetOld: () => Promise<void>;
  /** The backups on other servers that are running. */
  listBackups: () => Promise<Backup[]>;
  close: () => Promise<void>;
};

/** The servers that are running. */
export const listRunning = (db: Database): Promise<OtherServer[]> =>
  db.select({ id: servers.id, address: servers.address }).from(servers).where(gt(servers.seenAt, unreachableBefore));

type ServerServices = { config: Config; db: Database; log: Logger };

export async function openServers({ config, db, log }: ServerServices): Promise<Servers> {
  const id = await loadId(config.dataDirectory);
  if (!config.isShared) return openSingleServer(id);
  let stop: (() => Promise<void>) | undefined;
  const isOther = ne(servers.id, id);

  async function beat(address: string): Promise<boolean> {
    await db
      .insert(servers)
      .values({ id, address })
      .onConflictDoUpdate({ target: servers.id, set: { address, seenAt: sql`now()` } });
    await db.delete(servers).where(lt(servers.seenAt, forgottenAfter));
    return false;
  }

  // Records of files can refer to this server before it listens. It counts as running once it listens.
  await db.insert(servers).values({ id, address: '', seenAt: unreachableBefore }).onConflictDoNothing();
  // A backup that was being written when this server was killed is gone.
  await db.delete(localFiles).where(and(eq(localFiles.serverId, id), sql`${localFiles.backup}->>'state' = 'running'`));
  return {
    id,
    announce: async (port) => {
      const address = config.serverUrl ?? `http://${hostOf(config)}:${port}`;
      await beat(address);
      stop = runEvery(log, { name: 'the heartbeat of this server', pause: heartbeatMs, run: () => beat(address) });
    },
    hold: async (fileId, { backup = null, db: within = db }: { backup?: Backup | null; db?: Queryable } = {}) => {
      const row = { id: fileId, serverId: id, backup };
      await within.insert(localFiles).values(row).onConflictDoUpdate({ target: localFiles.id, set: row });
    },
    release: async (fileId) => {
      await db.delete(localFiles).where(eq(localFiles.id, fileId));
    },
    findHolder: async (fileId) => {
      const [holder] = await db
        .select({ id: servers.id, address: servers.address })
        .from(localFiles)
        .innerJoin(servers, eq(servers.id, localFiles.serverId))
        .where(and(eq(localFiles.id, fileId), isOther));
      return holder;
    },
    listUnreachable: async () => {
      const list = await db
        .select({ id: localFiles.id })
        .from(localFiles)
        .innerJoin(servers, eq(servers.id, localFiles.serverId))
        .where(and(isOther, lt(servers.seenAt, unreachableBefore)));
      return list.map(({ id: fileId }) => fileId);
    },
    forgetOld: async () => {
      await db.delete(localFiles).where(and(isNull(localFiles.backup), lt(localFiles.createdAt, forgottenAfter)));
    },
    listBackups: async () => {
      const list = await db
        .select({ backup: localFiles.backup })
        .from(localFiles)
        .innerJoin(servers, eq(servers.id, localFiles.serverId))
        .where(and(isOther, gt(servers.seenAt, unreachableBefore)));
      return list.flatMap(({ backup }) => backup ?? []);
    },
    close: async () => {
      await stop?.();
      // Counts as stopped at once, without the delay. The records of its files stay.
      await db.update(servers).set({ seenAt: unreachableBefore }).where(eq(servers.id, id));
    },
  };
}

/** An installation with one server needs no records. */
const openSingleServer = (id: string): Servers => ({
  id,
  announce: async () => {},
  hold: async () => {},
  release: async () => {},
  findHolder: async () => undefined,
  listUnreachable: async () => [],
  forgetOld: async () => {},
  listBackups: async () => [],
  close: async () => {},
});

async function loadId(directory: string): Promise<string> {
  const file = path.join(directory, 'server');
  const stored = (await readFile(file, 'utf8').catch(undefinedIfMissing))?.trim();
  if (stored) return stored;
  const id = randomUUID();
  await writeFile(file, id);
  return id;
}

/** The host at which others reach this server: the one it listens on; for a wildcard, the machine's first address. */
function hostOf({ host }: Config): string {
  if (host !== '0.0.0.0' && host !== '::') return host.includes(':') ? `[${host}]` : host;
  const all = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return all.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1';
}
