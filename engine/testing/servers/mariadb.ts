import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, copyFile, mkdtemp, readFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Connection, createConnection } from 'mysql2/promise';

import { zones as zonesOfQueries } from '#engine/testing/random-query.ts';
import type { TestServer } from './server.ts';
import { certificateFiles } from './tls-proxy.ts';

const run = promisify(execFile);

// MariaDB does not run as root; the account nobody exists on every system.
const account = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
// Debian has the server outside of the PATH of ordinary accounts.
const options = { ...account, env: { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` } };

const settings = [
  '--bind-address=127.0.0.1',
  '--skip-name-resolve',
  '--default-time-zone=+08:00',
  '--innodb-buffer-pool-size=16M',
  '--innodb-log-file-size=8M',
  '--innodb-flush-log-at-trx-commit=0',
  '--innodb-flush-method=nosync',
  '--innodb-doublewrite=0',
  '--key-buffer-size=1M',
  '--aria-pagecache-buffer-size=8M',
  '--performance-schema=off',
];

/** A MariaDB of the Debian package, on a temporary directory. It ends with this process at the latest. */
export async function openTestMariadb({ zones = zonesOfQueries } = {}): Promise<TestServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'shuju-mariadb-'));
  if (account.uid) await chown(folder, account.uid, account.gid);
  const data = `--datadir=${path.join(folder, 'data')}`;
  const method = '--auth-root-authentication-method=normal';
  await run('mariadb-install-db', ['--no-defaults', data, method, '--skip-test-db'], options);
  const port = await freePort();
  const log = path.join(folder, 'log');
  const files = [
    data,
    `--socket=${path.join(folder, 'socket')}`,
    `--log-error=${log}`,
    `--pid-file=${folder}/pid`,
    ...(await copyCertificate(folder)),
  ];
  const server = spawn('mariadbd', ['--no-defaults', ...files, `--port=${port}`, ...settings], {
    ...options,
    stdio: 'ignore',
  });
  const guard = startGuard(server, folder);
  const address = { host: '127.0.0.1', port, database: 'test', user: 'root', password: '' };
  const session = await connectWhenReady(server, { ...address, database: 'mysql' }, log);
  await session.query("set time_zone = '+00:00'");
  await loadZones(session, zones);
  await session.query('create database test character set utf8mb4 collate utf8mb4_general_ci');
  await session.query('use test');
  return {
    address: { ...address, address: '127.0.0.1', tls: 'off', zone: 'UTC' },
    execute: async (statement) => (await session.query(statement))[0] as Record<string, unknown>[],
    close: async () => {
      session.destroy();
      guard.stdin!.end();
      await once(guard, 'exit');
    },
  };
}

/** Copies the certificate, because the account may not read the folder of the product. Returns the settings for it. */
async function copyCertificate(folder: string): Promise<string[]> {
  const { certificate, key } = certificateFiles;
  await copyFile(certificate, path.join(folder, 'certificate'));
  await copyFile(key, path.join(folder, 'key'));
  return [`--ssl-cert=${path.join(folder, 'certificate')}`, `--ssl-key=${path.join(folder, 'key')}`];
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

/**
 * A process that ends the server and deletes its files once its input is closed: by this process, or by the operating
 * system if this process is killed.
 */
function startGuard(server: ChildProcess, folder: string): ChildProcess {
  const script = 'cat > /dev/null; kill -9 "$0"; rm -rf "$1"';
  return spawn('sh', ['-c', script, String(server.pid), folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
}

type SignIn = { host: string; port: number; user: string; password: string; database: string };

async function connectWhenReady(server: ChildProcess, address: SignIn, log: string): Promise<Connection> {
  while (server.exitCode === null) {
    try {
      return await createConnection({ ...address, multipleStatements: true, timezone: 'Z' });
    } catch {
      await wait(20);
    }
  }
  throw new Error(`MariaDB did not start: ${await readFile(log, 'utf8')}`);
}

/** Fills the tables without which MySQL and MariaDB know no zone by its name. All zones would take seconds. */
async function loadZones(session: Connection, zones: string[]): Promise<void> {
  for (const zone of zones) {
    const { stdout } = await run('mariadb-tzinfo-to-sql', [path.join('/usr/share/zoneinfo', zone), zone], options);
    await session.query(stdout);
  }
}
