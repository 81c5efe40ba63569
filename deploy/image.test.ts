import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, cp, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { DashboardExportLine, DashboardFormat } from '#contract/dashboards/exports.ts';
import { settingNames } from '#server/config.ts';
import { root } from '#server/root.ts';
import { type Client, createClient } from '#server/testing/client.ts';
import { chartCard, createDashboard, dashboardOf } from '#server/testing/dashboards.ts';
import { loadFile } from '#server/testing/data.ts';
import { createDirectory } from '#server/testing/directories.ts';
import { createOwner } from '#server/testing/product.ts';
import { callLines } from '#server/testing/queries.ts';
import { type BuildStage, commandIn, findAll, pairsIn, parseDockerfile } from './dockerfile.ts';

const run = promisify(execFile);
const account = { uid: 65534, gid: 65534 };

let stages: BuildStage[];
let image: BuildStage;
let folder: string;
let data: string;
let environment: Record<string, string>;

/** Creates the read-only folder that the last stage of the Dockerfile creates. */
beforeAll(async () => {
  stages = parseDockerfile(await readFile(path.join(root, 'Dockerfile'), 'utf8'));
  image = stages.at(-1)!;
  const directory = await createDirectory();
  await chmod(directory, 0o755);
  folder = path.join(directory, 'product');
  data = path.join(directory, 'data');
  await mkdir(folder);
  for (const { flags, text } of findAll(image, 'COPY')) await copyInto(folder, flags['from'], text.split(/\s+/));
  await run('chmod', ['-R', 'a-w', folder]);
  for (const writable of [data, path.join(directory, 'tmp')]) {
    await mkdir(writable, { mode: 0o700 });
    await chown(writable, account.uid, account.gid);
  }
  environment = {
    ...Object.assign({}, ...findAll(image, 'ENV').map(pairsIn)),
    PATH: process.env['PATH']!,
    HOME: '/nonexistent',
    TMPDIR: path.join(directory, 'tmp'),
    npm_config_cache: path.join(directory, 'tmp/.npm'),
    SHUJU_DATA: data,
    HOST: '127.0.0.1',
    PORT: '0',
  };
});
afterAll(async () => {
  await run('chmod', ['-R', 'u+w', folder]);
  await rm(path.dirname(folder), { recursive: true, force: true });
});

async function copyInto(target: string, from: string | undefined, paths: string[]): Promise<void> {
  const destination = path.join(target, paths.at(-1)!);
  if (from === 'packages') return installPackages(target);
  // The build stage has the same output as `npm run build` here.
  const sources = from === 'build' ? paths.slice(0, -1).map((each) => each.replace('/build/', '')) : paths.slice(0, -1);
  for (const source of sources) {
    const isFolder = paths.at(-1)!.endsWith('/');
    await cp(path.join(root, source), isFolder ? path.join(destination, source) : destination, { recursive: true });
  }
}

/** Runs the stage that installs the packages. */
async function installPackages(target: string): Promise<void> {
  const stage = stages.find(({ alias }) => alias === 'packages')!;
  for (const name of findAll(stage, 'COPY')[0]!.text.split(/\s+/).slice(0, -1))
    await cp(path.join(root, name), path.join(target, name));
  const [command] = findAll(stage, 'RUN');
  await run('sh', ['-c', `${command!.text} --prefer-offline`], { cwd: target, maxBuffer: 16 * 1024 * 1024 });
}

/** Starts a program of the image as a user who can write only to the data directory and the temporary directory. */
function start([program, ...args]: string[]) {
  const isRoot = process.getuid?.() === 0;
  const child = spawn(program === 'node' ? process.execPath : program!, args, {
    ...(isRoot && account),
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += String(chunk)));
  return { child, output: () => output, ended: once(child, 'exit').then(([code]) => code as number | null) };
}

test('the image runs as a user other than root, with a volume, a health check and a stop signal', () => {
  expect(findAll(image, 'USER').map(({ text }) => text)).toEqual(['1000:1000']);
  expect(findAll(image, 'VOLUME').map(({ text }) => text)).toEqual(['/data']);
  expect(findAll(image, 'STOPSIGNAL').map(({ text }) => text)).toEqual(['SIGTERM']);
  expect(findAll(image, 'EXPOSE').map(({ text }) => text)).toEqual(['3000']);
  expect(new Set(stages.map(({ base }) => base))).toEqual(new Set(['${NODE_IMAGE}']));
  const settings = Object.keys(pairsIn(findAll(image, 'ENV')[0]!)).filter((name) => /^[A-Z]/.test(name));
  expect(settings.filter((name) => name !== 'NODE_ENV' && !settingNames.includes(name))).toEqual([]);
  const labels = Object.keys(pairsIn(findAll(image, 'LABEL')[0]!));
  expect(labels).toEqual(['title', 'description', 'licenses'].map((name) => `org.opencontainers.image.${name}`));
});

test('the product runs from a read-only folder, with its own PostgreSQL, as an unprivileged user', async () => {
  const server = start(commandIn(findAll(image, 'CMD')[0]));
  const url = await expect
    .poll(() => {
      if (server.child.exitCode !== null) throw new Error(server.output());
      return / is ready: (\S+)/.exec(server.output())?.[1];
    })
    .toBeTruthy()
    .then(() => / is ready: (\S+)/.exec(server.output())![1]!);
  const client = createClient(url);
  try {
    expect((await client.send('/healthz')).status).toBe(200);
    expect((await client.send('/readyz')).status).toBe(200);
    const page = await client.send('/auth/signin', { headers: { accept: 'text/html' } });
    expect([page.status, page.body]).toEqual([200, expect.stringContaining('<script')]);
    expect(await checkHealth(new URL(url).port)).toBe(0);
    expect(await checkHealth('1')).toBe(1);
    const { token } = await createOwner(client);
    expect((await client.call('GET /system', {}, { token })).body.database.kind).toBe('embedded');
    const { id: dataset } = await loadFile(client, token, 'rows.csv', 'city,amount\nWuhan,1\n');
    const dashboard = dashboardOf('武汉', [chartCard('chart', dataset)]);
    const { id } = await createDashboard(client, token, dashboard);
    // Each format needs packages with programs, fonts or files of their own.
    for (const format of ['pdf', 'png', 'xlsx'] as const) await exportDashboard(client, token, { id, format });
    const command = start(['npm', 'run', 'reset-password', '--', 'owner']);
    expect([await command.ended, command.output()]).toEqual([0, expect.stringMatching(/\/auth\/reset\?token=/)]);
  } finally {
    server.child.kill('SIGTERM');
  }
  expect(await server.ended).toBe(0);
  expect((await readdir(data)).toSorted()).toEqual(expect.arrayContaining(['postgres', 'secrets.json', 'segments']));
});

type DashboardExport = { id: string; format: DashboardFormat };

async function exportDashboard(client: Client, token: string, { id, format }: DashboardExport): Promise<void> {
  const input = { id, format, language: 'zh_CN' as const, zone: 'UTC', state: {} };
  const { lines } = await callLines<DashboardExportLine>(client, 'POST /dashboards/:id/exports', input, { token });
  expect(lines.at(-1)).toMatchObject({ kind: 'ready', bytes: expect.any(Number) });
}

/** Runs the health check of the image; returns its exit code. */
async function checkHealth(port: string): Promise<number | null> {
  const [program, ...args] = commandIn(findAll(image, 'HEALTHCHECK')[0]);
  expect(program).toBe('node');
  const child = spawn(process.execPath, args, { env: { ...environment, PORT: port }, stdio: 'ignore' });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code;
}
