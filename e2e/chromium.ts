import { existsSync } from 'node:fs';
import path from 'node:path';
import type { LaunchOptions } from 'playwright-core';

/** How tests start the Chromium of this machine. */
export function chromiumOptions(extraArgs: string[] = []): LaunchOptions {
  const isRoot = process.getuid?.() === 0;
  const executablePath = process.env['CHROMIUM_PATH'] || findChromium();
  return {
    // Without one, only starting the browser fails: the configuration of all tests reads these options.
    ...(executablePath && { executablePath }),
    args: [
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      ...extraArgs,
      ...(isRoot ? ['--no-sandbox'] : []),
    ],
  };
}

// The headless shell is the same browser without the parts for windows: it needs less than half of the processor time.
function findChromium(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const candidates = ['chromium-headless-shell', 'chromium'].flatMap((name) =>
    folders.map((folder) => path.join(folder, name)),
  );
  return candidates.find((file) => existsSync(file));
}
