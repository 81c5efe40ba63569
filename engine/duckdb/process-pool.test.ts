import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';

import type { Column } from '#domain/query/query.ts';
import { openProcessPool, type ProcessPool } from './process-pool.ts';

const endless = { sql: 'select count(*) from range(10000000) a, range(10000000) b', params: [], sources: [] };
const selectOne = { sql: 'select 1 as n', params: [], sources: [] };
const column: Column = { id: 'c1', name: 'n', type: 'integer' };

let directory: string;
let pool: ProcessPool;
/** Processes of other tests in this worker. */
let others: number[];
beforeEach(async () => {
  others = listDuckdbProcesses();
  directory = await mkdtemp(path.join(tmpdir(), 'shuju-processes-'));
  pool = openProcessPool({ max: 1, min: 1 });
});
afterEach(async () => {
  await pool.close();
  await rm(directory, { recursive: true, force: true });
});

const runQuery = (engineQuery: typeof selectOne, options: { seconds?: number; signal?: AbortSignal } = {}) =>
  pool.run('query', engineQuery, { seconds: 30, ...options });

async function seal(name: string, values: number[]): Promise<string> {
  const file = path.join(directory, name);
  const rows = path.join(directory, `${name}.ndjson`);
  await writeFile(rows, values.map((c1) => JSON.stringify({ c1 })).join('\n'));
  await pool.run('write', { file, columns: [column], rows }, { seconds: 30 });
  await rm(rows);
  return file;
}

const listChildren = () => listDuckdbProcesses().filter((pid) => !others.includes(pid));

function listDuckdbProcesses(): number[] {
  const list = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' });
  return [...list.matchAll(/^\s*(\d+) .*duckdb-process\.js/gm)].map(([, pid]) => Number(pid));
}

const childPid = async () => Number(listChildren()[0]);

test('stops a task that exceeds its timeout and runs the next', async () => {
  await expect(runQuery(endless, { seconds: 0.3 })).rejects.toMatchObject({ reason: 'timeout' });
  await expect(runQuery(selectOne)).resolves.toMatchObject({ values: [[1]] });
});

/** Opens the pool again, with one process that is up. */
async function reopen(max: number): Promise<void> {
  await pool.close();
  pool = openProcessPool({ max, min: 1 });
  await runQuery(selectOne);
}

test('short tasks at once wait for one process, long ones start others', async () => {
  /** Milliseconds until eight short tasks are done. */
  const runAtOnce = async () => {
    const startedAt = performance.now();
    await Promise.all(Array.from({ length: 8 }, () => runQuery(selectOne)));
    return performance.now() - startedAt;
  };
  do await reopen(3);
  // On a busy machine even short tasks may take long.
  while ((await runAtOnce()) > 150);
  expect(listChildren()).toHaveLength(1);
  const controller = new AbortController();
  const long = [1, 2, 3].map(() =>
    expect(runQuery(endless, { signal: controller.signal })).rejects.toMatchObject({ reason: 'cancelled' }),
  );
  await expect.poll(() => listChildren().length).toBe(3);
  controller.abort();
  await Promise.all(long);
});

test('a long task starts a spare process, short tasks do not', async () => {
  /** Runs short tasks for a second; the milliseconds of the longest one. */
  const runShortTasks = async () => {
    let longest = 0;
    for (const startedAt = performance.now(); performance.now() - startedAt < 1_000;) {
      const before = performance.now();
      await runQuery(selectOne);
      longest = Math.max(longest, performance.now() - before);
    }
    return longest;
  };
  do await reopen(2);
  // On a busy machine even a short task may take long.
  while ((await runShortTasks()) > 200);
  expect(listChildren()).toHaveLength(1);
  const controller = new AbortController();
  const long = runQuery(endless, { signal: controller.signal });
  await expect.poll(() => listChildren().length).toBe(2);
  controller.abort();
  await expect(long).rejects.toMatchObject({ reason: 'cancelled' });
});

test('stops a task when its caller aborts, also one in the queue', async () => {
  const controller = new AbortController();
  const running = runQuery(endless, { signal: controller.signal });
  const queued = runQuery(endless, { signal: controller.signal });
  setTimeout(() => controller.abort(), 200);
  const cancelled = { status: 'rejected', reason: { reason: 'cancelled' } };
  await expect(Promise.allSettled([running, queued])).resolves.toMatchObject([cancelled, cancelled]);
  await expect(runQuery(selectOne)).resolves.toMatchObject({ values: [[1]] });
});

test('replaces a process that dies; only its own task fails', async () => {
  await runQuery(selectOne);
  const running = expect(runQuery(endless)).rejects.toMatchObject({ reason: 'crashed' });
  const next = runQuery(selectOne);
  await sleep(500);
  const pid = await childPid();
  process.kill(pid, 'SIGKILL');
  await running;
  await expect(next).resolves.toMatchObject({ values: [[1]] });
  expect(await childPid()).not.toBe(pid);
});

test('a task that is queued while a process starts goes to another process that becomes idle first', async () => {
  await pool.close();
  pool = openProcessPool({ max: 2, min: 1 });
  await runQuery(selectOne);
  const existingPid = await childPid();
  const controller = new AbortController();
  const long = expect(runQuery(endless, { signal: controller.signal })).rejects.toMatchObject({ reason: 'cancelled' });
  const next = runQuery(selectOne);
  await expect.poll(() => listChildren().length, { interval: 5 }).toBe(2);
  const starting = listChildren().find((pid) => pid !== existingPid)!;
  process.kill(starting, 'SIGSTOP');
  controller.abort();
  await long;
  await expect(next).resolves.toMatchObject({ values: [[1]] });
  process.kill(starting, 'SIGKILL');
});

test('a task that is sent to a dead process is sent again to the next one', async () => {
  await runQuery(selectOne);
  const pid = await childPid();
  process.kill(pid, 'SIGKILL');
  await expect(runQuery(selectOne)).resolves.toMatchObject({ values: [[1]] });
});

test('merges segments in order into one, and leaves no temporary files', async () => {
  const segments = [await seal('a', [1, 2]), await seal('b', [3])];
  const file = path.join(directory, 'merged');
  const merged = await pool.run('merge', { file, columns: [column], segments }, { seconds: 30 });
  expect(merged).toEqual({ rows: 3, bytes: expect.any(Number) });
  const sources = [{ at: 'files' as const, name: 't', columns: [column], segments: [file] }];
  const answer = await pool.run('query', { sql: 'select n from t', params: [], sources }, { seconds: 30 });
  expect(answer.values).toEqual([[1, 2, 3]]);
  expect((await readdir(directory)).sort()).toEqual(['a', 'b', 'merged']);
});

test('merges segments that lack a column added later', async () => {
  const segments = [await seal('a', [1, 2]), await seal('b', [3])];
  const columns: Column[] = [column, { id: 'c2', name: 'm', type: 'text' }];
  const file = path.join(directory, 'merged');
  const merged = await pool.run('merge', { file, columns, segments }, { seconds: 30 });
  expect(merged.rows).toBe(3);
});

test('an unreadable file leaves no segment', async () => {
  const rows = path.join(directory, 'rows');
  const file = path.join(directory, 'segment');
  await writeFile(rows, '{"c1": "not a number"}');
  const sealing = pool.run('write', { file, columns: [column], rows }, { seconds: 30 });
  await expect(sealing).rejects.toMatchObject({ reason: 'wrong' });
  expect(existsSync(file) || existsSync(`${file}.new`)).toBe(false);
});

test('a task with the same key goes to the process that ran it before', async () => {
  await pool.close();
  pool = openProcessPool({ max: 2, min: 2 });
  const pids = new Map<string, Set<number>>();
  const segments = { a: [await seal('a', [1])], b: [await seal('b', [2])] };
  const queryWith = async (key: 'a' | 'b') => {
    const sources = [{ at: 'files' as const, name: 't', columns: [column], segments: segments[key] }];
    const openBefore = await openFiles(segments[key][0]!);
    await pool.run('query', { sql: 'select n from t', params: [], sources }, { seconds: 30 }, key);
    pids.set(key, new Set([...(pids.get(key) ?? []), ...openBefore, ...(await openFiles(segments[key][0]!))]));
  };
  await Promise.all([queryWith('a'), queryWith('b')]);
  for (let turn = 0; turn < 6; turn++) await queryWith(turn % 3 === 0 ? 'a' : 'b');
  expect([pids.get('a')!.size, pids.get('b')!.size]).toEqual([1, 1]);
});

/** The child processes that hold a file open. */
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

test('a query that exceeds the memory limit does not affect the next one', async () => {
  const sql = "select max(length(repeat('x', 10000000) || range)) from range(2048)";
  const greedy = pool.run('answer', { by: 'compiler', sql, params: [], sources: [], limit: 1 }, { seconds: 60 });
  await expect(greedy).rejects.toMatchObject({ code: 'query_too_large' });
  await expect(runQuery(selectOne)).resolves.toMatchObject({ values: [[1]] });
});
