import { execFileSync } from 'node:child_process';
import { createWriteStream, existsSync } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DuckDBInstance } from '@duckdb/node-api';
import { writeXlsxStream } from 'hucre/xlsx';

import type { ByteRange } from '#domain/byte-range.ts';
import { openProcessPool, type ProcessPool } from '#engine/duckdb/process-pool.ts';
import { type Measurement, timeOf } from './measurement.ts';
import { writeOrders } from './orders-file.ts';
import { withDirectory } from './product.ts';

const rows = 16_000_000;
const sheetRows = 400_000;
const sheetColumns = 19;
const rounds = 3;

/** Loading files compared with the fastest other reader of their format, in alternation. */
export async function measureImports(): Promise<Measurement[]> {
  return withDirectory(async (directory) => {
    const processes = openProcessPool({ max: 1, min: 1 });
    const csv = path.join(directory, 'orders.csv');
    const parquet = path.join(directory, 'orders.parquet');
    const workbook = path.join(directory, 'orders.xlsx');
    const own = path.join(directory, 'own.duckdb');
    await writeOrders(csv, { rows });
    const measurements = [
      await compare(`load of a CSV of ${rows / 1e6} million rows`, 1.2, {
        other: () => runDuckdb(own, `create table orders as from read_csv('${csv}')`),
        ours: () => load(processes, { file: csv, directory, rows }),
      }),
    ];
    await runDuckdb(own, `copy (from read_csv('${csv}')) to '${parquet}' (format parquet)`);
    measurements.push(
      await compare(`load of a Parquet file of ${rows / 1e6} million rows`, 1.2, {
        other: () => runDuckdb(own, `create table orders as from read_parquet('${parquet}')`),
        ours: () => load(processes, { file: parquet, directory, rows }),
      }),
    );
    await writeWorkbook(workbook);
    const calamine = installCalamine();
    measurements.push(
      await compare(`load of a workbook of ${sheetRows} rows and ${sheetColumns} columns`, 2, {
        other: () => timeOf(async () => readWithCalamine(calamine, workbook)),
        ours: () => timeOf(() => load(processes, { file: workbook, directory, rows: sheetRows })),
      }),
    );
    for (const file of [csv, parquet, workbook]) measurements.push(await measurePreview(processes, file, directory));
    await processes.close();
    return measurements;
  });
}

type Readers = { other: () => Promise<number>; ours: () => Promise<number> };

/** Compares the best rounds, because other load on the machine only makes a round slower. */
async function compare(name: string, atMost: number, { other, ours }: Readers): Promise<Measurement> {
  const times: { other: number; ours: number }[] = [];
  for (let round = 0; round < rounds; round++) times.push({ other: await other(), ours: await ours() });
  const best = Math.min(...times.map((time) => time.ours));
  const bestOther = Math.min(...times.map((time) => time.other));
  console.log(`${name}: other ${(bestOther / 1000).toFixed(1)} s, ours ${(best / 1000).toFixed(1)} s`);
  return { name, value: best / bestOther, unit: 'times the fastest other reader', atMost };
}

async function runDuckdb(database: string, statement: string): Promise<number> {
  const instance = await DuckDBInstance.create(database, { threads: '2', memory_limit: '2GB' });
  const connection = await instance.connect();
  const milliseconds = await timeOf(() => connection.run(statement));
  connection.closeSync();
  instance.closeSync();
  await rm(database);
  return milliseconds;
}

type LoadTarget = { file: string; directory: string; rows: number };

/** Milliseconds of the load alone: the file has been inspected before, for its preview. */
async function load(processes: ProcessPool, { file, directory, rows: expected }: LoadTarget): Promise<number> {
  const timeout = { seconds: 600 };
  const zone = 'Asia/Shanghai';
  const name = path.basename(file);
  const [table] = await processes.run('inspect', { file, name, zone, directory, options: {} }, timeout);
  const columns = table!.columns.map(({ type, format }, source) => ({
    source,
    id: `c${source}`,
    type,
    format,
    empty: {} as never,
  }));
  const segment = path.join(directory, 'segment');
  const input = { source: table!.source, zone, columns, recipe: [], segment, rejects: `${segment}.rejects` };
  const milliseconds = await timeOf(async () => {
    const loaded = await processes.run('load', input, timeout);
    if (loaded.rows !== expected || loaded.rejected > 0) throw new Error(`loaded ${loaded.rows} rows`);
  });
  await rm(segment);
  return milliseconds;
}

/** Seconds from the first part of a file to its preview, with the parts that a browser would send. */
async function measurePreview(processes: ProcessPool, file: string, directory: string): Promise<Measurement> {
  const name = path.basename(file);
  const { size: bytes } = await stat(file);
  const milliseconds = await timeOf(async () => {
    let ranges = [
      { from: 0, to: 1024 * 1024 },
      { from: bytes - 256 * 1024, to: bytes },
    ];
    for (;;) {
      const parts = path.join(directory, 'parts');
      await copyRanges(file, parts, { bytes, ranges });
      const input = { file: parts, name, zone: 'Asia/Shanghai', directory, bytes, ranges };
      const preview = await processes.run('preview', input, { seconds: 60 });
      await rm(parts);
      if ('tables' in preview) return;
      ({ ranges } = preview);
    }
  });
  return { name: `preview while uploading ${name}`, value: milliseconds / 1000, unit: 's', atMost: 2 };
}

type CopiedRanges = { bytes: number; ranges: ByteRange[] };

async function copyRanges(file: string, target: string, { bytes, ranges }: CopiedRanges): Promise<void> {
  const [source, copy] = [await open(file), await open(target, 'w')];
  await copy.truncate(bytes);
  for (const { from, to } of ranges) {
    const { buffer } = await source.read(Buffer.alloc(to - from), 0, to - from, from);
    await copy.write(buffer, 0, to - from, from);
  }
  await Promise.all([source.close(), copy.close()]);
}

/** A workbook as business systems export it: numbers, texts that repeat, codes, dates. */
async function writeWorkbook(file: string): Promise<void> {
  function* rowsOf() {
    for (let row = 0; row < sheetRows; row++) {
      const at = new Date(1.7e12 + row * 4000);
      const amounts = Array.from({ length: 12 }, (_, index) => ((row * 7919 * (index + 1)) % 1_000_003) / 100);
      yield [row, at, at, `ORD-${row}`, `city ${row % 300}`, `customer ${row % 5000}`, row % 3 > 0, ...amounts];
    }
  }
  const formats = ['0', 'yyyy-mm-dd hh:mm:ss', 'yyyy-mm-dd'];
  const columns = Array.from({ length: sheetColumns }, (_, index) => ({
    header: `column ${index}`,
    ...(formats[index] && { numFmt: formats[index] }),
  }));
  const workbook = writeXlsxStream(rowsOf(), { name: 'Orders', columns });
  await pipeline(Readable.from(workbook as AsyncIterable<Uint8Array>), createWriteStream(file));
}

/** Installs calamine, the fastest reader of workbooks in a package registry, and returns its folder. */
function installCalamine(): string {
  const folder = 'node_modules/.cache/calamine';
  if (!existsSync(folder))
    execFileSync('python3', ['-m', 'pip', 'install', '--quiet', '--target', folder, 'python-calamine'], {
      stdio: 'inherit',
    });
  return folder;
}

function readWithCalamine(folder: string, file: string): void {
  const program = `import sys; from python_calamine import CalamineWorkbook; print(len(CalamineWorkbook.from_path(sys.argv[1]).get_sheet_by_index(0).to_python()))`;
  const env = { ...process.env, PYTHONPATH: folder };
  const count = Number(execFileSync('python3', ['-c', program, file], { encoding: 'utf8', env }));
  if (count !== sheetRows + 1) throw new Error(`calamine read ${count} rows`);
}
