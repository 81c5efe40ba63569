import { randomBytes } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';

import type { Backup } from '#contract/backups/routes.ts';
import { type ErrorCode, Problem } from '#contract/errors.ts';
import type { FileAnswer } from '#server/context.ts';
import { type BackupSource, writeBackup } from './write.ts';

type RunningBackup = { backup: Backup; stop: AbortController; ended: Promise<void> };

/** Backups of this server: files in their own folder, and the one being written. */
export type Backups = {
  folder: string;
  list: () => Promise<Backup[]>;
  /** Why the last backup failed. */
  failure: () => ErrorCode | null;
  start: () => Promise<Backup>;
  remove: (id: string) => Promise<void>;
  open: (id: string) => Promise<FileAnswer>;
  close: () => Promise<void>;
};

const extension = '.tar';
export const backupFolder = (dataDirectory: string) => path.join(dataDirectory, 'backups');

export async function openBackups(source: BackupSource, log: Logger): Promise<Backups> {
  const { servers } = source;
  const folder = backupFolder(source.config.dataDirectory);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removePartial(folder);
  let running: RunningBackup | undefined;
  let failure: ErrorCode | null = null;
  const fileOf = (id: string) => path.join(folder, `${id}${extension}`);

  async function start(): Promise<Backup> {
    if (running) throw new Problem('backup_running');
    const id = newId();
    const backup: Backup = { id, state: 'running', createdAt: new Date().toISOString(), bytes: 0, percent: 0 };
    const stop = new AbortController();
    const onProgress = ({ done, total }: { done: number; total: number }) =>
      Object.assign(backup, { bytes: total, percent: Math.floor((100 * done) / Math.max(1, total)) });
    failure = null;
    const announced = servers.hold(id, { backup: { ...backup } });
    const ended = announced
      .then(() => writeBackup(source, fileOf(id), { signal: stop.signal, onProgress }))
      .then(async () => servers.hold(id, { backup: await describeBackup(id, fileOf(id)) }))
      .catch((error: unknown) => {
        if (stop.signal.aborted) return;
        // If this fails, the entry is deleted with this server.
        void servers.release(id).catch(() => undefined);
        failure = codeOf(error);
        log.error({ err: error }, 'a backup could not be written');
      })
      .finally(() => (running = undefined));
    running = { backup, stop, ended };
    await announced;
    return { ...backup };
  }

  async function list(): Promise<Backup[]> {
    const ids = (await readdir(folder))
      .filter((name) => name.endsWith(extension))
      .map((name) => name.slice(0, -extension.length));
    const written = await Promise.all(ids.map((id) => describeBackup(id, fileOf(id))));
    const others = await servers.listBackups();
    return [
      ...(running ? [{ ...running.backup }] : []),
      ...[...written, ...others].toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1)),
    ];
  }

  async function cancel(): Promise<void> {
    running?.stop.abort();
    await running?.ended;
  }

  const requireFile = (id: string): string => {
    if (!existsSync(fileOf(id))) throw new Problem('not_found');
    return fileOf(id);
  };

  return {
    folder,
    list,
    failure: () => failure,
    start,
    remove: async (id) => {
      await (running?.backup.id === id ? cancel() : rm(requireFile(id)));
      await servers.release(id);
    },
    open: async (id) => {
      const file = requireFile(id);
      const { size } = await stat(file);
      return {
        name: `shuju-${id}${extension}`,
        type: 'application/x-tar',
        content: createReadStream(file),
        bytes: size,
      };
    },
    close: cancel,
  };
}

const newId = () =>
  `${new Date().toISOString().slice(0, 19).replaceAll(/[:]/g, '').replace('T', '-')}-${randomBytes(3).toString('hex')}`;

async function describeBackup(id: string, file: string): Promise<Backup> {
  const { size, mtime } = await stat(file);
  return { id, state: 'ready', createdAt: mtime.toISOString(), bytes: size, percent: 100 };
}

/** Removes partial files of a killed server. */
async function removePartial(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (/\.tar\.(part|work)$/.test(name)) await rm(path.join(folder, name), { recursive: true, force: true });
}

function codeOf(error: unknown): ErrorCode {
  if (error instanceof Problem) return error.code;
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOSPC' || code === 'EDQUOT' ? 'disk_full' : 'backup_failed';
}
