import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { pbkdf2Sync, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

import { trinoCatalog } from '#engine/remote/catalogs/trino.ts';
import type { DatabaseAddress } from '#engine/remote/driver.ts';
import { installTrino, missingTrinoTools, type TrinoInstallation } from './install-trino.ts';
import type { TestServer } from './server.ts';

/** A Trino with the catalogs `memory` and `listed`. Over TLS, at `tlsPort`, it requires the password of a user. */
export type TestTrino = Omit<TestServer, 'execute'> & {
  tlsPort: number;
  /** Runs a statement, as a user who may do everything unless the headers name another. */
  execute: (statement: string, headers?: Record<string, string>) => Promise<Record<string, unknown>[]>;
};

/**
 * Users with a password. `reader` may not read tables named `secret`, and `shuju_reader` has the rules for read-only
 * accounts.
 */
export const trinoPasswords = { owner: 'owner password', reader: 'reader password' };

const missing = missingTrinoTools();
/** In CI it is required: there, installing fails instead. */
export const isTrinoSkipped = missing.length > 0 && !process.env['CI'];
if (isTrinoSkipped) console.warn(`Tests with Trino are skipped: this machine has no ${missing.join(', ')}`);

const database = 'memory.default';
/** A second catalog, for tests that list all its tables. */
export const listedCatalog = 'listed';

export async function openTestTrino(): Promise<TestTrino> {
  const installation = await installTrino();
  const folder = await mkdtemp(path.join(tmpdir(), 'shuju-trino-'));
  const [port, tlsPort] = await Promise.all([findFreePort(), findFreePort()]);
  await writeSettings(folder, { installation, port, tlsPort });
  const server = startServer(folder, installation);
  const close = async () => {
    await stop(server);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await waitUntilReady(server, port, path.join(folder, 'log'));
  } catch (error) {
    await close();
    throw error;
  }
  const sign = { user: 'owner', password: '', tls: 'off', zone: 'UTC' } as const;
  const address = { host: 'localhost', address: '127.0.0.1', port, database, ...sign };
  return { address, tlsPort, execute: (...args) => executeWithNodes(port, ...args), close };
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

type TrinoSettings = { installation: TrinoInstallation; port: number; tlsPort: number };

async function writeSettings(folder: string, { installation, port, tlsPort }: TrinoSettings): Promise<void> {
  const storePassword = randomUUID();
  const keystore = path.join(folder, 'keystore.p12');
  const files: Record<string, Record<string, string | number | boolean>> = {
    'config.properties': {
      coordinator: true,
      'node-scheduler.include-coordinator': true,
      'http-server.http.port': port,
      'discovery.uri': `http://127.0.0.1:${port}`,
      'query.max-memory': '300MB',
      'query.max-memory-per-node': '300MB',
      'memory.heap-headroom-per-node': '200MB',
      'http-server.https.enabled': true,
      'http-server.https.port': tlsPort,
      'http-server.https.keystore.path': keystore,
      'http-server.https.keystore.key': storePassword,
      'http-server.authentication.type': 'PASSWORD',
      'http-server.authentication.allow-insecure-over-http': true,
      'internal-communication.shared-secret': randomUUID(),
    },
    'password-authenticator.properties': {
      'password-authenticator.name': 'file',
      'file.password-file': path.join(folder, 'passwords'),
    },
    'access-control.properties': {
      'access-control.name': 'file',
      'security.config-file': path.join(folder, 'rules.json'),
    },
    'catalog/memory.properties': { 'connector.name': 'memory' },
    [`catalog/${listedCatalog}.properties`]: { 'connector.name': 'memory' },
  };
  await mkdir(path.join(folder, 'etc/catalog'), { recursive: true });
  for (const [name, properties] of Object.entries(files)) {
    const lines = Object.entries(properties).map(([key, value]) => `${key}=${value}\n`);
    await writeFile(path.join(folder, 'etc', name), lines.join(''));
  }
  await writeFile(path.join(folder, 'passwords'), Object.entries(trinoPasswords).map(passwordLineOf).join(''));
  await writeFile(path.join(folder, 'rules.json'), JSON.stringify(rules));
  const key = [
    '-genkeypair',
    '-alias',
    'server',
    '-keyalg',
    'EC',
    '-dname',
    'CN=localhost',
    '-ext',
    'san=dns:localhost',
  ];
  const store = ['-keystore', keystore, '-storetype', 'PKCS12', '-storepass', storePassword];
  await promisify(execFile)(installation.keytool, [...key, ...store]);
}

const readOnlyRules = [database, listedCatalog].flatMap((each) => {
  const text = trinoCatalog.readOnlyAccount({ database: each } as DatabaseAddress);
  return (JSON.parse(text) as { catalogs: object[] }).catalogs;
});

const rules = {
  catalogs: [...readOnlyRules, { allow: 'all' }],
  // The owner of a schema sees all its tables.
  schemas: [{ user: 'owner', owner: true }, { owner: false }],
  tables: [
    { user: 'reader', table: 'secret', privileges: [] },
    { privileges: ['SELECT', 'INSERT', 'DELETE', 'UPDATE', 'OWNERSHIP'] },
  ],
  procedures: [{ user: 'owner', privileges: ['EXECUTE'] }],
};

function passwordLineOf([user, password]: [string, string]): string {
  const salt = randomBytes(16);
  const hash = pbkdf2Sync(password, salt, 1000, 64, 'sha1');
  return `${user}:1000:${salt.toString('hex')}:${hash.toString('hex')}\n`;
}

// Ends the server when the pipe closes, which also happens if the tests are killed.
const guard = `exec 3<&0; "$@" < /dev/null & server=$!; { cat <&3 > /dev/null; kill -9 $server 2> /dev/null; } & wait $server`;

function startServer(folder: string, { java, classpath, plugins }: TrinoInstallation): ChildProcess {
  // With less memory for new objects, garbage collection takes a third of the processor time.
  const memory = ['-Xmx2g', '-Xmn600m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'];
  const access = ['-Djdk.attach.allowAttachSelf=true', '--enable-native-access=ALL-UNNAMED'];
  const node = { environment: 'test', id: 'test', 'data-dir': path.join(folder, 'data') };
  const settings = [
    ...Object.entries(node).map(([name, value]) => `-Dnode.${name}=${value}`),
    `-Dplugin.dir=${plugins}`,
    '-Dconfig=etc/config.properties',
  ];
  const command = [java, ...memory, ...access, '--sun-misc-unsafe-memory-access=allow', ...settings];
  const server = spawn('sh', ['-c', guard, 'sh', ...command, '-cp', classpath, 'io.trino.server.TrinoServer'], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const log = createWriteStream(path.join(folder, 'log'));
  server.stdout.pipe(log, { end: false });
  server.stderr.pipe(log, { end: false });
  return server;
}

async function stop(server: ChildProcess): Promise<void> {
  const ended = server.exitCode === null ? once(server, 'exit') : undefined;
  server.stdin!.end();
  await ended;
}

async function waitUntilReady(server: ChildProcess, port: number, log: string): Promise<void> {
  while (server.exitCode === null) {
    const info = await fetch(`http://127.0.0.1:${port}/v1/info`)
      .then((response) => response.json() as Promise<{ starting: boolean }>)
      // Nothing listens yet.
      .catch(() => undefined);
    if (info?.starting === false && (await canWrite(port))) return;
    await sleep(200);
  }
  throw new Error(`Trino does not start:\n${(await readFile(log, 'utf8')).slice(-5000)}`);
}

/** A server that has started rejects queries on tables until it has registered itself as a node. */
async function canWrite(port: number): Promise<boolean> {
  try {
    await execute(port, 'drop table if exists ready');
    await execute(port, 'create table ready as select 1 as n');
    await execute(port, 'select * from ready');
  } catch (error) {
    if (lacksNodes(error)) return false;
    throw error;
  }
  await execute(port, 'drop table ready');
  return true;
}

/** On a busy machine the server is sometimes missing among its own nodes for a moment. */
async function executeWithNodes(
  port: number,
  statement: string,
  headers?: Record<string, string>,
): ReturnType<typeof execute> {
  const table = /^create table (\S+) as/.exec(statement)?.[1];
  for (let tries = 1; ; tries++) {
    try {
      return await execute(port, statement, headers);
    } catch (error) {
      if (tries === 60 || !lacksNodes(error)) throw error;
      await sleep(1000);
      // Part of the statement may have been executed.
      if (table !== undefined) await execute(port, `drop table if exists ${table}`, headers);
    }
  }
}

const lacksNodes = (error: unknown) => String(error).includes('No nodes available');

type StatementPage = {
  nextUri?: string;
  columns?: { name: string }[];
  data?: unknown[][];
  error?: { message: string };
};

const ownerHeaders = { 'x-trino-user': 'owner', 'x-trino-catalog': 'memory', 'x-trino-schema': 'default' };

async function execute(
  port: number,
  statement: string,
  headers: Record<string, string> = ownerHeaders,
): Promise<Record<string, unknown>[]> {
  const start = `http://127.0.0.1:${port}/v1/statement`;
  let response = await fetch(start, { method: 'POST', headers, body: statement });
  const rows: Record<string, unknown>[] = [];
  for (;;) {
    const { nextUri, columns = [], data = [], error } = (await response.json()) as StatementPage;
    if (error) throw new Error(error.message);
    rows.push(...data.map((row) => Object.fromEntries(columns.map(({ name }, index) => [name, row[index]]))));
    if (nextUri === undefined) return rows;
    response = await fetch(nextUri, { headers });
  }
}
