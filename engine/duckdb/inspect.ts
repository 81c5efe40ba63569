import { stat } from 'node:fs/promises';
import path from 'node:path';

import { Problem } from '#contract/errors.ts';
import { encodingOf, readHead, transcode } from '#engine/files/encoding.ts';
import { inspectText } from '#engine/files/text.ts';
import type { Tasks } from './tasks.ts';

/** Reads a file that someone uploaded: what it is, by its content, and which tables it holds. */
export async function inspectFile(input: Tasks['inspect']['input']): Promise<Tasks['inspect']['output']> {
  const { file, name, zone, directory } = input;
  if ((await stat(file)).size === 0) throw new Problem('file_empty');
  const head = await readHead(file);
  const encoding = await encodingOf(file, head);
  if (!encoding) throw new Problem('file_unknown', { detail: name });
  const text = encoding === 'utf-8' ? file : path.join(directory, 'text');
  if (text !== file) await transcode(file, encoding, text);
  const table = await inspectText(text, { name: path.parse(name).name, zone, copy: path.join(directory, 'rows') });
  if (text !== file) table.notes.push({ code: 'encoding', detail: encoding.toUpperCase() });
  return [table];
}
