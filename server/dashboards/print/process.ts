// The program that writes one dashboard into a file. It may be killed at any moment.
import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { Problem } from '#contract/errors.ts';
import { type Job, jobFile, type Report } from './job.ts';
import type { Reader } from './shown.ts';

type Told = { file: string; onCard: (cards: number) => void };

/** What a format needs is loaded when it is wanted. */
const writers: Record<Job['format'], () => Promise<(reader: Reader, told: Told) => Promise<void>>> = {
  xlsx: async () => (await import('./xlsx/workbook.ts')).writeWorkbook,
  pdf: async () => (await import('./pdf.ts')).writePdf,
  png: async () => (await import('./png.ts')).writePng,
};

const report = (message: Report) => new Promise((resolve) => process.send!(message, resolve));

const [folder, file] = process.argv.slice(2) as [string, string];
const job = JSON.parse(await readFile(path.join(folder, jobFile), 'utf8')) as Job;
try {
  const write = await writers[job.format]();
  await write({ job, folder }, { file, onCard: (cards) => void report({ kind: 'drawn', cards }) });
  await report({ kind: 'done' });
} catch (error) {
  if (!(error instanceof Problem)) throw error;
  await report({ kind: 'problem', code: error.code });
}
process.disconnect();
