import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { readLog } from '#engine/events/log-files.ts';
import { type LogFrame, framesIn, maxFrame } from '#engine/events/frames.ts';
import { datasetOf, isObject, rowsOf, textOf } from '#engine/events/push-body.ts';
import { createEventTable, type EventTable } from '#engine/events/event-table.ts';
import type { UseConnection } from './use-connection.ts';
import { writeRows } from './segment.ts';
import type { SealedDataset, SealInput, SealOutput } from './tasks.ts';

type CollectedRows = { table: EventTable; keyNames: Set<string> };

/** Turns pushed events into segments. They become part of a dataset only when published. */
export async function sealLog(input: SealInput, use: UseConnection): Promise<SealOutput> {
  const { bytes, position, fileEnd } = await readPart(input);
  const collected = new Map<string, CollectedRows>();
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
  // An unreadable frame hides its length: the rest of the same file is unreachable.
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

const countWith = (collected: Map<string, CollectedRows>, { header }: LogFrame) =>
  collected.size + header.datasets.filter((name) => !collected.has(name)).length;

// At least one whole frame, however small the limit.
async function readPart(input: SealInput) {
  const part = await readLog(input.log, input);
  const isPart = part.bytes.length < part.fileEnd - part.position;
  if (!isPart || !framesIn(part.bytes).next().done) return part;
  return readLog(input.log, { ...input, atMost: maxFrame });
}

function collect({ header, body }: LogFrame, { datasets }: SealInput, collected: Map<string, CollectedRows>): void {
  const { format, refused, receivedAt, keyName } = header;
  const isRefused = refused.length > 0 ? new Set(refused) : undefined;
  for (const [index, row] of rowsOf(textOf(body), format).entries()) {
    if (isRefused?.has(index) || !isObject(row)) continue;
    const name = header.datasets.length === 1 ? header.datasets[0]! : datasetOf(row)!;
    let entry = collected.get(name);
    if (!entry) {
      const existing = datasets.find((dataset) => dataset.name === name);
      entry = { table: createEventTable(existing?.columns ?? []), keyNames: new Set() };
      collected.set(name, entry);
    }
    entry.keyNames.add(keyName);
    entry.table.add(row, index + 1, receivedAt);
  }
}

type SealContext = { input: SealInput; use: UseConnection; number: number };

async function sealTable(
  name: string,
  { table, keyNames }: CollectedRows,
  { input, use, number }: SealContext,
): Promise<SealedDataset> {
  const { columns, added, widened, lines, rejects } = table.finish();
  const sealed = { name, keyNames: [...keyNames], added, widened, rejects };
  if (lines.length === 0) return { ...sealed, segment: null };
  const file = `${input.prefix}-${number}`;
  const rows = path.join(input.folder, `${file}.rows`);
  try {
    await writeFile(rows, lines.join('\n'));
    const longest = lines.reduce((max, line) => Math.max(max, line.length), 0);
    const segment = await writeRows({ file: path.join(input.folder, `${file}.duckdb`), columns, rows }, use, longest);
    return { ...sealed, segment: { ...segment, file } };
  } finally {
    await rm(rows, { force: true });
  }
}
