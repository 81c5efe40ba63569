import path from 'node:path';

import { Problem } from '#contract/errors.ts';
import type { DetectedTable } from '#contract/imports/routes.ts';
import { type Archive, type ArchiveEntry, extract } from '#engine/files/archive.ts';
import { openArchiveParts, requireHeads, requireStrings, requireWorkbook } from '#engine/files/archive-parts.ts';
import { copyHead, gunzipHead, writeHead } from '#engine/files/cut-head.ts';
import { readHead } from '#engine/files/encoding.ts';
import { type FileParts, lengthAt, MissingParts } from '#engine/files/file-parts.ts';
import { previewRows } from '#engine/files/limits.ts';
import { MissingString } from '#engine/files/sheet-cells.ts';
import { inspectWorkbook } from '#engine/files/sheets.ts';
import { isWorkbook } from '#engine/files/workbook.ts';
import type { InspectedTable } from '#engine/tables.ts';
import { problemOf } from './failure.ts';
import { formatOf, inspectAny, inspectPlain, type InspectTarget, isContent, titleOf, withoutNul } from './inspect.ts';
import { previewParquet } from './parquet-preview.ts';
import type { Tasks } from './tasks.ts';
import type { UseConnection } from './use-connection.ts';

type Preview = Tasks['preview'];
type PreviewTarget = InspectTarget & { parts: FileParts };

/** Inspects the first rows of a file from some of its parts, or returns the byte ranges that it needs. */
export async function previewFile(
  { bytes, ranges, ...input }: Preview['input'],
  use: UseConnection,
): Promise<Preview['output']> {
  const target = { ...input, options: {}, base: 'file', use, isInside: false, parts: { bytes, ranges } };
  try {
    const tables = await previewAny(target);
    return { tables: tables.map(withoutNul).map(detectedOf) };
  } catch (error) {
    if (error instanceof MissingParts) return { ranges: error.ranges };
    throw problemOf(error);
  }
}

// Without the source: rows cannot be loaded from parts of a file.
const detectedOf = ({ source: _, ...table }: InspectedTable): DetectedTable => ({ ...table, exact: false });

async function previewAny(target: PreviewTarget): Promise<InspectedTable[]> {
  const { file, name, parts, use } = target;
  if (lengthAt(parts, 0) === 0) throw new Problem('file_empty');
  const format = formatOf(await readHead(file));
  if (format === 'ole') throw new Problem('file_unknown', { detail: path.basename(name) });
  if (format === 'zip') return previewZip(target);
  if (format === 'parquet') return [await previewParquet({ file, parts }, titleOf(name), use)];
  const head = path.join(target.directory, `${target.base}-head`);
  const bytes = lengthAt(parts, 0);
  if (format === 'gzip') {
    await gunzipHead(file, { bytes, target: head });
    return previewText({ ...target, file: head, name: name.replace(/\.gz$/i, '') });
  }
  await copyHead(file, { bytes, target: head });
  return previewText({ ...target, file: head });
}

/** Inspects the beginning of a text. Other formats cannot be read from their beginning alone. */
async function previewText(target: InspectTarget): Promise<InspectedTable[]> {
  const head = await readHead(target.file);
  if (formatOf(head) !== 'plain') throw new Problem('file_unknown', { detail: path.basename(target.name) });
  return [await inspectPlain({ ...target, isTruncated: true }, head)];
}

async function previewZip(target: PreviewTarget): Promise<InspectedTable[]> {
  const archive = await openArchiveParts(target.file, target.parts);
  try {
    if (isWorkbook(archive)) return await previewWorkbook(archive, target);
    const entries = archive.entries.filter(isContent);
    requireHeads(entries, target.parts);
    const tables: InspectedTable[] = [];
    for (const [index, entry] of entries.entries()) {
      const inside = { ...target, name: entry.name, base: `entry-${index}`, isInside: true };
      tables.push(...(await previewEntry(archive, entry, inside)));
    }
    if (tables.length === 0) throw new Problem('file_empty');
    return tables;
  } finally {
    archive.close();
  }
}

async function previewWorkbook(archive: Archive, target: PreviewTarget): Promise<InspectedTable[]> {
  requireWorkbook(archive, target.parts);
  const inspect = (minRows: number) => inspectWorkbook(archive, { ...target, name: target.base, minRows });
  try {
    return await inspect(previewRows);
  } catch (error) {
    if (!(error instanceof MissingString)) throw error;
    requireStrings(archive, target.parts);
    return inspect(1);
  }
}

async function previewEntry({ meter }: Archive, entry: ArchiveEntry, target: InspectTarget): Promise<InspectedTable[]> {
  const inside = { ...target, file: path.join(target.directory, target.base) };
  try {
    if (!entry.isWhole) {
      await writeHead(await entry.open(), inside.file);
      return await previewText(inside);
    }
    await extract(entry, meter, inside.file);
    return await inspectAny(inside);
  } catch {
    // Another entry may be a table; the inspection of the whole file reports the error of this one.
    return [];
  }
}
