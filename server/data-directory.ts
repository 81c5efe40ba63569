import { copyFile, link, readdir, stat } from 'node:fs/promises';
import path from 'node:path';

import type { Config } from './config.ts';
import { undefinedIfMissing } from './missing-file.ts';

/** The file into which a new segment is written, named by its id. */
export const segmentFile = (config: Config, file: string) => path.join(newSegmentFolder(config), `${file}.duckdb`);

/** Where new segments are written: where they stay or, with a warehouse, from where they are sent to it. */
export const newSegmentFolder = ({ dataDirectory, warehouse }: Config) =>
  warehouse ? path.join(dataDirectory, 'outgoing') : segmentFolder(dataDirectory);

/** The file of a segment that is stored in files, regardless of the current settings. */
export const storedSegmentFile = ({ dataDirectory }: Config, file: string) =>
  path.join(segmentFolder(dataDirectory), `${file}.duckdb`);

export const segmentFolder = (dataDirectory: string) => path.join(dataDirectory, 'segments');
/** Files that exist only during a request. */
export const temporaryFolder = (dataDirectory: string) => path.join(dataDirectory, 'temporary');
export const stagingFolder = (dataDirectory: string) => path.join(dataDirectory, 'staging');
export const logFolder = (dataDirectory: string) => path.join(dataDirectory, 'log');

/** The size of all files in a folder. They may appear and disappear while they are counted. */
export async function bytesIn(folder: string): Promise<number> {
  const entries = (await readdir(folder, { recursive: true, withFileTypes: true }).catch(undefinedIfMissing)) ?? [];
  let bytes = 0;
  for (const entry of entries.filter((each) => each.isFile()))
    bytes += (await stat(path.join(entry.parentPath, entry.name)).catch(undefinedIfMissing))?.size ?? 0;
  return bytes;
}

/** Hard-links a file, or copies it if the file system has no hard links. False if the file no longer exists. */
export async function linkOrCopy(from: string, to: string): Promise<boolean> {
  return link(from, to)
    .catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return undefined;
      if (error.code === 'ENOENT') throw error;
      return copyFile(from, to);
    })
    .then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return false;
        throw error;
      },
    );
}
