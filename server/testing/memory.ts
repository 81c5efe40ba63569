import { existsSync } from 'node:fs';

/** Uses a RAM disk for test directories if available, because databases sync to disk a lot. */
export function useMemoryForDirectories(): void {
  if (existsSync('/dev/shm')) process.env['TMPDIR'] ??= '/dev/shm';
}
