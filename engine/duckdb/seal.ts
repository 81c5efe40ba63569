import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { readLog } from '#engine/events/files.ts';
import { type Frame, framesIn, maxFrame } from '#engine/events/frames.ts';
import { datasetOf, isObject, rowsOf, textOf } from '#engine/events/rows.ts';
import { createTable, type Table } from '#engine/events/table.ts';
import type { Use } from './process.ts';
import { writeRows } from './segment.ts';
import type { SealedDataset, SealInput, SealOutput } from './tasks.ts';

type Collected = { table: Table; keyNames: Set<string> };

/** Turns what was pushed into segments. Nothing is part of a dataset until it is published. */
export async function sealLog(input: SealInput, use: Use): Promise<SealOutput> {
  const { bytes, position, fileEnd } = await readPart(input);
  const collected = new Map<string, Collected>();
  const deliveries: SealOutput['deliveries'] = [];
  let read = 0;
  for (const frame of framesIn(bytes)) {
    if (read > 0 && countWith(collected, frame) > input.maxDatasets) break;
    read += frame.size;
    const { delivery, receivedAt } = frame.header;
    if (delivery) deliveries.push({ ...delivery, receivedAt });
    collect(frame, input, collected);
    if (read >= input.atMost) break;
  }
  // A frame that cannot be read hides how long it is: what follows it in the same file is out of reach.
  const isDamaged = read === 0 && position < fileEnd;
  const datasets: SealedDataset[] = [];
  for (const [name, each] of collected)
    datasets.push(await sealTable(name, each, { input, use, number: datasets.length }));
  return {
    position: isDamaged ? fileEnd : position + read,
    damaged: isDamaged ? fileEnd - position : 0,
    datasets,
    deliveries,
  };
}

const countWith = (collected: Map<string, Collected>, { header }: Frame) =>
  collected.size + header.datasets.filter((name) => !collected.has(name)).length;

// At least one whole frame, however little is asked for.
async function readPart(input: SealInput) {
  const part = await readLog(input.log, input);
  const isPart = part.bytes.length < part.fileEnd - part.position;
  if (!isPart || !framesIn(part.bytes).next().done) return part;
  return readLog(input.log, { ...input, atMost: maxFrame });
}

function collect({ header, body }: Frame, { datasets }: SealInput, collected: Map<string, Collected>): void {
  const { format, refused, receivedAt, keyName } = header;
  const isRefused = refused.length > 0 ? new Set(refused) : undefined;
  for (const [index, row] of rowsOf(textOf(body), format).entries()) {
    if (isRefused?.has(index) || !isObject(row)) continue;
    const name = header.datasets.length === 1 ? header.datasets[0]! : datasetOf(row)!;
    let of = collected.get(name);
    if (!of) {
      const known = datasets.find((dataset) => dataset.name === name);
      of = { table: createTable(known?.columns ?? []), keyNames: new Set() };
      collected.set(name, of);
    }
    of.keyNames.add(keyName);
    of.table.add(row, index + 1, receivedAt);
  }
}

type Sealing = { input: SealInput; use: Use; number: number };

async function sealTable(
  name: string,
  { table, keyNames }: Collected,
  { input, use, number }: Sealing,
): Promise<SealedDataset> {
  const { columns, added, widened, lines, rejects } = table.settle();
  const sealed = { name, keyNames: [...keyNames], added, widened, rejects };
  if (lines.length === 0) return { ...sealed, segment: null };
  const file = `${input.prefix}-${number}`;
  const rows = path.join(input.folder, `${file}.rows`);
  try {
    await writeFile(rows, lines.join('\n'));
    const longest = lines.reduce((most, line) => Math.max(most, line.length), 0);
    const segment = await writeRows({ file: path.join(input.folder, `${file}.duckdb`), columns, rows }, use, longest);
    return { ...sealed, segment: { ...segment, file } };
  } finally {
    await rm(rows, { force: true });
  }
}
