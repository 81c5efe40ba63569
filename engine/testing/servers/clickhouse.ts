import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

import type { TestServer } from './server.ts';

/** A separate ClickHouse server, which can be stopped and started again. */
export type TestClickhouse = TestServer & {
  start: () => Promise<void>;
  stop: () => Promise<void>;
  pid: () => number;
  /** Restarts it with a disk that is full, or has space again. */
  setDiskFull: (isFull: boolean) => Promise<void>;
};

const program = path.join(import.meta.dirname, 'clickhouse-process.js');
const listening = (protocols: string[]) =>
  `${protocols.map((protocol) => `system start listen ${protocol}; `).join('')}select count() from file('-', 'LineAsString', 'line String')`;

// Half a gigabyte that only tests need: not a dependency, because everyone who starts the product would download it.
const version = '26.7.3-stable.1';
const cache = path.resolve(import.meta.dirname, '../../../node_modules/.cache/shuju-clickhouse', version);
const library = path.join(cache, 'node_modules/@chdb/lib-linux-x64-gnu/libchdb.so');

/** Installs the library of ClickHouse for Linux, once per machine. */
async function installLibrary(): Promise<void> {
  if (existsSync(library)) return;
  const options = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--prefix', cache];
  await promisify(execFile)('npm', ['install', ...options, `@chdb/lib-linux-x64-gnu@${version}`]);
}

export const hasTestClickhouse = process.platform === 'linux' && process.arch === 'x64';

/**
 * Starts a server. Its accounts all have the password `password`: `shuju` may do everything, `reader` has a read-only
 * profile, and `analyst` one that may change settings. The role `loader` may insert into the database `shop`. `grants`
 * are those of further accounts, without TO: this server stores no accounts, they are in its settings.
 */
export async function openTestClickhouse(grants: Record<string, string[]> = {}): Promise<TestClickhouse> {
  return openServer(grants, []);
}

/** Two servers of the cluster `pair`, each with one shard. */
export async function openTestCluster(): Promise<TestClickhouse[]> {
  for (let tries = 1; ; tries++) {
    const ports = [await findPort(), await findPort()];
    const opened = await Promise.allSettled(
      ports.map((port) => openServer({}, [port, ...ports.filter((each) => each !== port)])),
    );
    const servers = opened.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    if (servers.length === ports.length) return servers;
    for (const server of servers) await server.close();
    // Another program took one of the ports in the meantime.
    if (tries === 5) throw (opened.find(({ status }) => status === 'rejected') as PromiseRejectedResult).reason;
  }
}

/** Starts a server; the first of the shards, if there are any, is the port at which it listens for the others. */
async function openServer(grants: Record<string, string[]>, shards: number[]): Promise<TestClickhouse> {
  await installLibrary();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'shuju-clickhouse-'));
  const port = await findPort();
  const writeConfig = (reservedBytes: number) =>
    writeFile(path.join(folder, 'config.xml'), configOf({ folder, port, shards, reservedBytes }));
  await writeConfig(0);
  await writeFile(path.join(folder, 'users.xml'), usersOf(grants));
  let child: ChildProcess | undefined;
  const execute = async (statement: string) => {
    const headers = { 'X-ClickHouse-User': 'shuju', 'X-ClickHouse-Key': 'password', 'X-ClickHouse-Format': 'JSON' };
    const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: statement, headers });
    const text = await response.text();
    if (!response.ok) throw new Error(text);
    return text === '' ? [] : (JSON.parse(text) as { data: Record<string, unknown>[] }).data;
  };
  const start = async () => {
    const files = ['--config-file', path.join(folder, 'config.xml'), '--path', path.join(folder, 'data')];
    child = spawn(
      process.execPath,
      [program, library, folder, ...files, '--query', listening(shards.length > 0 ? ['tcp', 'http'] : ['http'])],
      {
        stdio: ['pipe', 'ignore', 'inherit'],
      },
    );
    await waitUntil(() => execute('select 1'), child);
  };
  const stop = async () => {
    const exit = once(child!, 'exit');
    child!.kill('SIGKILL');
    await exit;
  };
  await start();
  const sign = { host: '127.0.0.1', address: '127.0.0.1', port, user: 'shuju', password: 'password' };
  return {
    address: { ...sign, database: 'default', tls: 'off', zone: 'UTC' },
    execute,
    start,
    stop,
    pid: () => child!.pid!,
    setDiskFull: async (isFull) => {
      await writeConfig(isFull ? everyByte : 0);
      // It reads its settings only when it starts.
      await stop();
      await start();
    },
    close: async () => {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function waitUntil(ready: () => Promise<unknown>, child: ChildProcess): Promise<void> {
  for (;;) {
    const isReady = await ready().then(
      () => true,
      // It does not listen yet.
      () => false,
    );
    if (isReady) return;
    if (child.exitCode !== null || child.signalCode) throw new Error('ClickHouse ended before it listened.');
    await sleep(50);
  }
}

/** A port that nothing listens on. */
export async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const shardOf = (port: number) =>
  `<shard><replica><host>127.0.0.1</host><port>${port}</port><user>shuju</user><password>password</password></replica></shard>`;

const clusterOf = ([own, ...others]: number[]) =>
  own === undefined
    ? ''
    : `<tcp_port>${own}</tcp_port>
  <remote_servers><pair>${[own, ...others]
    .toSorted((a, b) => a - b)
    .map(shardOf)
    .join('')}</pair></remote_servers>`;

/** More bytes than any disk has: reserving them leaves no space. */
const everyByte = 2 ** 60;

type ClickhouseConfig = { folder: string; port: number; shards: number[]; reservedBytes: number };

const configOf = ({ folder, port, shards, reservedBytes }: ClickhouseConfig) => `<clickhouse>
  <listen_host>127.0.0.1</listen_host>
  <http_port>${port}</http_port>
  ${clusterOf(shards)}
  <timezone>UTC</timezone>
  <users_config>${path.join(folder, 'users.xml')}</users_config>
  <logger><level>none</level></logger>
  <storage_configuration><disks><default>
    <keep_free_space_bytes>${reservedBytes}</keep_free_space_bytes>
  </default></disks></storage_configuration>
</clickhouse>`;

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const grantsOf = (statements: string[]) =>
  `<grants>${statements.map((statement) => `<query>${escapeXml(statement)}</query>`).join('')}</grants>`;

const userOf = (name: string, profile: string, more = '') =>
  `<${name}><password>password</password><networks><ip>::/0</ip></networks><profile>${profile}</profile><quota>default</quota>${more}</${name}>`;

const usersOf = (grants: Record<string, string[]>) => `<clickhouse>
  <profiles>
    <default></default>
    <reading><readonly>1</readonly></reading>
    <querying><readonly>2</readonly></querying>
  </profiles>
  <quotas><default></default></quotas>
  <roles><loader>${grantsOf(['GRANT INSERT ON shop.*'])}</loader></roles>
  <users>
    <default><password></password><networks><ip>::1</ip></networks><profile>default</profile><quota>default</quota></default>
    ${userOf('shuju', 'default', '<access_management>1</access_management>')}
    ${userOf('reader', 'reading')}
    ${userOf('analyst', 'querying')}
    ${Object.entries(grants)
      .map(([name, statements]) => userOf(name, 'default', grantsOf(statements)))
      .join('\n')}
  </users>
</clickhouse>`;
