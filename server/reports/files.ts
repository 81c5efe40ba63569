import { eq } from 'drizzle-orm';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';

import { Problem } from '#contract/errors.ts';
import type { ReportFormat } from '#contract/reports.ts';
import type { Config } from '#server/config.ts';
import type { FileAnswer } from '#server/context.ts';
import { reportLetters, reports } from '#server/database/schema.ts';
import { idIn } from './links.ts';
import type { Services } from './services.ts';

const keptFor = 7 * 24 * 60 * 60 * 1000;

export const fileTypes: Record<ReportFormat, string> = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

const folderOf = ({ config }: { config: Config }) => path.join(config.dataDirectory, 'reports');

/** Keeps a file that is too large for a letter, under the letter's id. */
export async function keepFile(ctx: { config: Config }, letter: string, file: string): Promise<void> {
  await mkdir(folderOf(ctx), { recursive: true });
  await rename(file, path.join(folderOf(ctx), letter));
}

/** A file that was kept, for whoever has the link to it, as long as its report is there. */
export async function openFile(ctx: Services, token: string): Promise<FileAnswer> {
  const id = idIn(ctx, 'file', token);
  const [found] = await ctx.db
    .select({ name: reportLetters.fileName, format: reports.format })
    .from(reportLetters)
    .innerJoin(reports, eq(reports.id, reportLetters.reportId))
    .where(eq(reportLetters.id, id));
  const file = path.join(folderOf(ctx), id);
  const size = await stat(file).catch(() => undefined);
  if (!found?.name || !size) throw new Problem('letter_link_dead');
  return { name: found.name, type: fileTypes[found.format], content: createReadStream(file), bytes: size.size };
}

/** Removes files that were kept long enough. */
export async function removeOldFiles(ctx: { config: Config }): Promise<void> {
  const folder = folderOf(ctx);
  for (const name of await readdir(folder).catch(() => [])) {
    const file = path.join(folder, name);
    const { mtimeMs } = await stat(file);
    if (mtimeMs < Date.now() - keptFor) await rm(file, { force: true });
  }
}
