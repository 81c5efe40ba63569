import { createReadStream, type ReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Logger } from 'pino';

/** Reads a file and removes it, also if the reader leaves early. */
export const readOnce = (file: string, log: Logger): ReadStream =>
  createReadStream(file).once('close', () => removeExport(file, log));

/** Removes a file in the background; one that stays is removed at the next start. */
export const removeExport = (file: string, log: Logger): void =>
  void rm(file, { force: true }).catch((error: unknown) => log.warn({ err: error }, 'removing an export failed'));
