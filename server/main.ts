import type { AddressInfo } from 'node:net';

import { parseConfig } from '#server/config.ts';
import { openProduct } from '#server/product.ts';

// Heard from the first moment on, so that being stopped while starting leaves no database behind.
const stopSignal = new Promise<void>((resolve) => {
  process.on('SIGTERM', () => resolve()).on('SIGINT', () => resolve());
});

async function run(): Promise<void> {
  const config = parseConfig(process.env);
  const product = await openProduct(config);
  try {
    // A thousand people may come at the same moment, when something is shown to them.
    await product.app.listen({ port: config.port, host: config.host, backlog: 4096 });
    const { port } = product.app.server.address() as AddressInfo;
    process.stdout.write(
      `Shuju (数据) is ready: http://${isEverywhere(config.host) ? 'localhost' : config.host}:${port}\n`,
    );
    await stopSignal;
  } finally {
    await product.close();
  }
}

// Listening on every address is no address to open.
const isEverywhere = (host: string) => /^(0\.0\.0\.0|::)$/.test(host);

// What the system says of a port, a host or a folder does not name the setting to change.
function remedyOf({ code, syscall, port, path }: NodeJS.ErrnoException & { port?: number }): string | undefined {
  if (code === 'EADDRINUSE') return `Port ${port} is in use. Stop what uses it, or set PORT to another one.`;
  if (code === 'EACCES' && syscall === 'listen') return `Port ${port} is not allowed. Set PORT to 1024 or more.`;
  if (code === 'ENOTFOUND' && syscall === 'getaddrinfo') return 'HOST is not an address of this machine.';
  if (syscall === 'mkdir')
    return `The data directory ${path} cannot be made (${code}). Set SHUJU_DATA to a folder that can.`;
  return undefined;
}

function fail(error: unknown): never {
  const message = error instanceof Error ? (remedyOf(error) ?? error.message) : String(error);
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

run().then(() => process.exit(0), fail);
