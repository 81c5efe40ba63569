import type { AddressInfo } from 'node:net';

import { parseConfig } from '#server/config.ts';
import { openProduct, type Product } from '#server/product.ts';

const config = parseConfig(process.env);

function stopOnSignal({ close }: Product): void {
  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= close().then(
      () => process.exit(0),
      (error: unknown) => fail(error),
    );
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
}

function fail(error: unknown): never {
  const known = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${known}\n`);
  process.exit(1);
}

try {
  const product = await openProduct(config);
  stopOnSignal(product);
  await product.app.listen({ port: config.port, host: config.host });
  const { port } = product.app.server.address() as AddressInfo;
  process.stdout.write(`Shuju (数据) is ready: http://${config.host}:${port}\n`);
} catch (error) {
  fail(error);
}
