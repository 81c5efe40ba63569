import path from 'node:path';

import type { Config } from '#server/config.ts';

/** Where rows are stored: below the data directory, with ids as file names. */
export const segmentFile = ({ dataDirectory }: Config, file: string) =>
  path.join(segmentFolder(dataDirectory), `${file}.duckdb`);

export const segmentFolder = (dataDirectory: string) => path.join(dataDirectory, 'segments');
/** Files that exist only during a request. */
export const temporaryFolder = (dataDirectory: string) => path.join(dataDirectory, 'temporary');
export const stagingFolder = (dataDirectory: string) => path.join(dataDirectory, 'staging');
export const logFolder = (dataDirectory: string) => path.join(dataDirectory, 'log');
