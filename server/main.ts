import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import { parseConfig } from '#server/config.ts';
import { openProduct } from '#server/product.ts';

/** Time for a load balancer to notice that this server is not ready, before it refuses connections. */
const withdrawMs = 5_000;

// Registered first, so that a stop signal during startup leaves no database process behind.
const stopSignal = new Promise<void>((resolve) => {
  process.on('SIGTERM', () => resolve()).on('SIGINT', () => resolve());
});

async function run(): Promise<void> {
  const config = parseConfig(process.env);
  const product = await openProduct(config);
  try {
    // Backlog for a thousand clients that connect at the same moment, e.g. when a link is presented.
    await product.app.listen({ port: config.port, host: config.host, backlog: 4096 });
    const { port } = product.app.server.address() as AddressInfo;
    process.stdout.write(
      `Shuju (数据) is ready: http://${isWildcardHost(config.host) ? 'localhost' : config.host}:${port}\n`,
    );
    await stopSignal;
    product.app.withdraw();
    if (config.isShared) await sleep(withdrawMs);
  } finally {
    await product.close();
  }
}

// A wildcard host is not an address that a browser can open.
const isWildcardHost = (host: string) => /^(0\.0\.0\.0|::)$/.test(host);

// System errors about a port, host or folder do not name the setting to change.
function hintOf({ code, syscall, port, path }: NodeJS.ErrnoException & { port?: number }): string | undefined {
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use. Stop the process that uses it, or set PORT to another port.`;
  if (code === 'EACCES' && syscall === 'listen') return `Port ${port} is not allowed. Set PORT to 1024 or more.`;
  if (code === 'ENOTFOUND' && syscall === 'getaddrinfo') return 'HOST is not an address of this machine.';
  if (syscall === 'mkdir')
    return `The data directory ${path} can't be created (${code}). Set SHUJU_DATA to a writable location.`;
  return undefined;
}

function fail(error: unknown): never {
  const message = error instanceof Error ? (hintOf(error) ?? error.message) : String(error);
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

run().then(() => process.exit(0), fail);
