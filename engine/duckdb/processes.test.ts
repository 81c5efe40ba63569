import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';

import type { Column } from '#contract/query.ts';
import { openProcesses, type Processes } from './processes.ts';

const endless = { sql: 'select count(*) from range(10000000) a, range(10000000) b', params: [], sources: [] };
const one = { sql: 'select 1 as n', params: [], sources: [] };
const column: Column = { id: 'c1', name: 'n', type: 'integer' };

let directory: string;
let processes: Processes;
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'shuju-processes-'));
  processes = openProcesses({ max: 1, keep: 1 });
});
afterEach(async () => {
  await processes.close();
  await rm(directory, { recursive: true, force: true });
});

const ask = (question: typeof one, options: { seconds?: number; signal?: AbortSignal } = {}) =>
  processes.run('ask', question, { seconds: 30, ...options });

async function seal(name: string, values: number[]): Promise<string> {
  const file = path.join(directory, name);
  const rows = path.join(directory, `${name}.ndjson`);
  await writeFile(rows, values.map((c1) => JSON.stringify({ c1 })).join('\n'));
  await processes.run('write', { file, columns: [column], rows }, { seconds: 30 });
  await rm(rows);
  return file;
}

function listChildren(): number[] {
  const list = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' });
  return [...list.matchAll(/^\s*(\d+) .*duckdb-process\.js/gm)].map(([, pid]) => Number(pid));
}

const childPid = async () => Number(listChildren()[0]);

test('stops a question that takes too long and goes on with the next', async () => {
  await expect(ask(endless, { seconds: 0.3 })).rejects.toMatchObject({ reason: 'timeout' });
  await expect(ask(one)).resolves.toMatchObject({ values: [[1]] });
});

test('stops a question when the person who asked goes away, also one that still waits', async () => {
  const controller = new AbortController();
  const running = ask(endless, { signal: controller.signal });
  const queued = ask(endless, { signal: controller.signal });
  setTimeout(() => controller.abort(), 200);
  const cancelled = { status: 'rejected', reason: { reason: 'cancelled' } };
  await expect(Promise.allSettled([running, queued])).resolves.toMatchObject([cancelled, cancelled]);
  await expect(ask(one)).resolves.toMatchObject({ values: [[1]] });
});

test('replaces a process that dies; only what it did is lost', async () => {
  await ask(one);
  const running = expect(ask(endless)).rejects.toMatchObject({ reason: 'crashed' });
  const behind = ask(one);
  await sleep(500);
  const pid = await childPid();
  process.kill(pid, 'SIGKILL');
  await running;
  await expect(behind).resolves.toMatchObject({ values: [[1]] });
  expect(await childPid()).not.toBe(pid);
});

test('what waits while a process starts goes to another that is done before', async () => {
  await processes.close();
  processes = openProcesses({ max: 2, keep: 1 });
  await ask(one);
  const known = await childPid();
  const controller = new AbortController();
  const long = expect(ask(endless, { signal: controller.signal })).rejects.toMatchObject({ reason: 'cancelled' });
  const behind = ask(one);
  const starting = listChildren().find((pid) => pid !== known)!;
  process.kill(starting, 'SIGSTOP');
  controller.abort();
  await long;
  await expect(behind).resolves.toMatchObject({ values: [[1]] });
  process.kill(starting, 'SIGKILL');
});

test('what goes to a process that is already dead goes to the next one', async () => {
  await ask(one);
  const pid = await childPid();
  process.kill(pid, 'SIGKILL');
  await expect(ask(one)).resolves.toMatchObject({ values: [[1]] });
});

test('merges segments in their order into one, and leaves nothing half-made', async () => {
  const segments = [await seal('a', [1, 2]), await seal('b', [3])];
  const file = path.join(directory, 'merged');
  const merged = await processes.run('merge', { file, columns: [column], segments }, { seconds: 30 });
  expect(merged).toEqual({ rows: 3, bytes: expect.any(Number) });
  const sources = [{ name: 't', columns: [column], segments: [file] }];
  const answer = await processes.run('ask', { sql: 'select n from t', params: [], sources }, { seconds: 30 });
  expect(answer.values).toEqual([[1, 2, 3]]);
  expect((await readdir(directory)).sort()).toEqual(['a', 'b', 'merged']);
});

test('merges segments that are older than a column', async () => {
  const segments = [await seal('a', [1, 2]), await seal('b', [3])];
  const columns: Column[] = [column, { id: 'c2', name: 'm', type: 'text' }];
  const file = path.join(directory, 'merged');
  const merged = await processes.run('merge', { file, columns, segments }, { seconds: 30 });
  expect(merged.rows).toBe(3);
});

test('a file that cannot be read leaves no segment behind', async () => {
  const rows = path.join(directory, 'rows');
  const file = path.join(directory, 'segment');
  await writeFile(rows, '{"c1": "not a number"}');
  const sealing = processes.run('write', { file, columns: [column], rows }, { seconds: 30 });
  await expect(sealing).rejects.toMatchObject({ reason: 'wrong' });
  expect(existsSync(file) || existsSync(`${file}.new`)).toBe(false);
});

test('a question about the same goes to the process that knows it', async () => {
  await processes.close();
  processes = openProcesses({ max: 2, keep: 2 });
  const pids = new Map<string, Set<number>>();
  const segments = { a: [await seal('a', [1])], b: [await seal('b', [2])] };
  const about = async (key: 'a' | 'b') => {
    const sources = [{ name: 't', columns: [column], segments: segments[key] }];
    const before = await openFiles(segments[key][0]!);
    await processes.run('ask', { sql: 'select n from t', params: [], sources }, { seconds: 30 }, key);
    pids.set(key, new Set([...(pids.get(key) ?? []), ...before, ...(await openFiles(segments[key][0]!))]));
  };
  await Promise.all([about('a'), about('b')]);
  for (let turn = 0; turn < 6; turn++) await about(turn % 3 === 0 ? 'a' : 'b');
  expect([pids.get('a')!.size, pids.get('b')!.size]).toEqual([1, 1]);
});

/** The children that hold a file open. */
async function openFiles(file: string): Promise<number[]> {
  const list = execFileSync('ps', ['-o', 'pid=', '--ppid', String(process.pid)], { encoding: 'utf8' });
  const children = list.trim().split(/\s+/).map(Number);
  const holding = await Promise.all(
    children.map(async (pid) => {
      const handles = await readdir(`/proc/${pid}/fd`).catch(() => []);
      const targets = await Promise.all(handles.map((fd) => readlink(`/proc/${pid}/fd/${fd}`).catch(() => '')));
      return targets.includes(file);
    }),
  );
  return children.filter((_, index) => holding[index]);
}

test('a question that takes far more memory than it may fails alone', async () => {
  const sql = "select max(length(repeat('x', 10000000) || range)) from range(2048)";
  const greedy = processes.run('answer', { by: 'compiler', sql, params: [], sources: [], limit: 1 }, { seconds: 60 });
  await expect(greedy).rejects.toMatchObject({ code: 'query_too_large' });
  await expect(ask(one)).resolves.toMatchObject({ values: [[1]] });
});
