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
    await product.app.listen({ port: config.port, host: config.host });
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

function fail(error: unknown): never {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

run().then(() => process.exit(0), fail);
