// Entry point of the process that writes one dashboard file. It can be killed at any time.
import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { Problem } from '#contract/errors.ts';
import { type PrintJob, jobFile, type PrintMessage, type PrintWriterOptions } from './job.ts';
import type { JobReader } from './print-card.ts';

/** Writers are imported on demand. */
const writers: Record<
  PrintJob['format'],
  () => Promise<(reader: JobReader, options: PrintWriterOptions) => Promise<void>>
> = {
  xlsx: async () => (await import('./xlsx/workbook.ts')).writeWorkbook,
  pdf: async () => (await import('./pdf.ts')).writePdf,
  png: async () => (await import('./png.ts')).writePng,
};

const report = (message: PrintMessage) => new Promise((resolve) => process.send!(message, resolve));

const [folder, file] = process.argv.slice(2) as [string, string];
const job = JSON.parse(await readFile(path.join(folder, jobFile), 'utf8')) as PrintJob;
try {
  const write = await writers[job.format]();
  await write(
    { job, folder },
    {
      file,
      onCard: (cards) => void report({ kind: 'drawn', cards }),
      onFailedCard: (card, { message, stack }) => void report({ kind: 'failed', card, message, stack }),
    },
  );
  await report({ kind: 'done' });
} catch (error) {
  if (!(error instanceof Problem)) throw error;
  await report({ kind: 'problem', code: error.code });
}
process.disconnect();
