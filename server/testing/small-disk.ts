import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';

/** Why small disks cannot be mounted here; undefined if they can. */
export const noSmallDisks =
  process.getuid?.() === 0 && process.platform === 'linux' ? undefined : 'only root can mount a small disk';

/** Mounts a small tmpfs on a folder; returns the unmount function. */
export function mountSmallDisk(folder: string, megabytes: number): () => void {
  mkdirSync(folder, { recursive: true });
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]);
  if (status !== 0) throw new Error(String(stderr));
  return () => void spawnSync('umount', ['-l', folder]);
}
