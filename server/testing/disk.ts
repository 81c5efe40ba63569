import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';

/** Why small disks cannot be made here, or undefined if they can. */
export const noSmallDisks =
  process.getuid?.() === 0 && process.platform === 'linux' ? undefined : 'only root can mount a small disk';

/** Puts a disk of a few megabytes at a folder; gives what takes it away again. */
export function mountSmallDisk(folder: string, megabytes: number): () => void {
  mkdirSync(folder, { recursive: true });
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]);
  if (status !== 0) throw new Error(String(stderr));
  return () => void spawnSync('umount', ['-l', folder]);
}
