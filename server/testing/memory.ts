import { existsSync } from 'node:fs';

/** Puts the directories that tests make into memory where the system offers that: a database syncs to disk a lot. */
export function useMemoryForDirectories(): void {
  if (existsSync('/dev/shm')) process.env['TMPDIR'] ??= '/dev/shm';
}
