import { eq } from 'drizzle-orm';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';

import { undefinedIfMissing } from '#server/missing-file.ts';
import { Problem } from '#contract/errors.ts';
import type { Config } from '#server/config.ts';
import type { FileAnswer } from '#server/context.ts';
import { reportEmails, reports } from '#server/database/schema.ts';
import { fileTypes } from '#server/queries/exports.ts';
import { idIn } from './email-links.ts';
import type { ReportServices } from './services.ts';

const retentionMs = 7 * 24 * 60 * 60 * 1000;

const folderOf = ({ config }: { config: Config }) => path.join(config.dataDirectory, 'reports');

/** Stores a file that is too large to attach, under the id of its email. */
export async function storeFile(ctx: ReportServices, emailId: string, file: string): Promise<void> {
  await ctx.servers.hold(emailId);
  await mkdir(folderOf(ctx), { recursive: true });
  await rename(file, path.join(folderOf(ctx), emailId));
}

/** Opens a stored file by the token in its link, as long as the report exists. */
export async function openFile(ctx: ReportServices, token: string): Promise<FileAnswer> {
  const id = idIn(ctx, 'file', token);
  const [email] = await ctx.db
    .select({ name: reportEmails.fileName, format: reports.format })
    .from(reportEmails)
    .innerJoin(reports, eq(reports.id, reportEmails.reportId))
    .where(eq(reportEmails.id, id));
  const file = path.join(folderOf(ctx), id);
  const size = await stat(file).catch(undefinedIfMissing);
  if (!email?.name || !size) throw new Problem('letter_link_dead');
  return { name: email.name, type: fileTypes[email.format], content: createReadStream(file), bytes: size.size };
}

/** Removes files older than the retention period. */
export async function removeOldFiles(ctx: { config: Config }): Promise<void> {
  const folder = folderOf(ctx);
  for (const name of (await readdir(folder).catch(undefinedIfMissing)) ?? []) {
    const file = path.join(folder, name);
    const { mtimeMs } = (await stat(file).catch(undefinedIfMissing)) ?? {};
    if (mtimeMs !== undefined && mtimeMs < Date.now() - retentionMs) await rm(file, { force: true });
  }
}
