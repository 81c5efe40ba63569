import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, chown, copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { findPort } from '#engine/testing/servers/clickhouse.ts';
import { root } from '#server/root.ts';
import { createDirectory } from './directories.ts';

/** The nginx of the machine, or of the Debian package that scripts/run.js has extracted. */
const program = ['/usr/sbin/nginx', path.join(root, 'node_modules/.cache/shuju-nginx/usr/sbin/nginx')].find(existsSync);
export const hasTestNginx = program !== undefined || process.env['CI'] !== undefined;

// Like in its container, it runs without privileges.
const account = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

/** A real nginx with `deploy/nginx.conf`, in front of servers at other addresses. */
export type TestNginx = {
  url: string;
  accessLog: () => Promise<Record<string, unknown>[]>;
  close: () => Promise<void>;
};

/** Starts nginx; `hosts` are the addresses of the servers by their names in the configuration. */
export async function openTestNginx(hosts: Record<string, string>): Promise<TestNginx> {
  const folder = await createDirectory();
  if (account.uid) await chown(folder, account.uid, account.gid);
  const port = await findPort();
  const replacements = {
    ...hosts,
    'listen 8080': `listen 127.0.0.1:${port}`,
    '/tmp/': `${folder}/`,
    '/dev/stdout': `${folder}/access.log`,
    '/dev/stderr': `${folder}/error.log`,
  };
  let text = await readFile(path.join(root, 'deploy/nginx.conf'), 'utf8');
  for (const [from, to] of Object.entries(replacements)) {
    if (!text.includes(from)) throw new Error(`nginx.conf has no ${from}`);
    text = text.replaceAll(from, to);
  }
  const file = path.join(folder, 'nginx.conf');
  await writeFile(file, text);
  // The account may not be allowed to execute programs where npm installs them.
  const own = path.join(folder, 'nginx');
  await copyFile(program!, own);
  await chmod(own, 0o755);
  const child = spawn(own, ['-c', file, '-e', `${folder}/error.log`, '-g', 'daemon off;'], {
    ...account,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let printed = '';
  child.stderr.on('data', (chunk: Buffer) => (printed += String(chunk)));
  const ended = once(child, 'exit');
  const url = `http://127.0.0.1:${port}`;
  while (!(await isListening(url))) if (child.exitCode !== null) throw new Error(`nginx did not start: ${printed}`);
  return {
    url,
    accessLog: async () => {
      const lines = (await readFile(`${folder}/access.log`, 'utf8')).trim().split('\n');
      return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    },
    close: async () => {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const isListening = (url: string) =>
  fetch(`${url}/metrics`).then(
    () => true,
    // It does not listen yet.
    () => false,
  );
