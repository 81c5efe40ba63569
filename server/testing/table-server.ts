import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

import { parseConfig } from '#server/config.ts';
import { openProduct } from '#server/product.ts';

/*
 * A server whose log of pushed events is in the database, which it shares with others. Its rows are in files of its
 * own, because that log needs no warehouse.
 */

const stopSignal = once(process, 'SIGTERM');
const product = await openProduct(parseConfig(process.env), { database: 'shared', pushLog: 'table' });
await product.app.listen({ port: 0, host: '127.0.0.1' });
const { port } = product.app.server.address() as AddressInfo;
process.stdout.write(`The server is ready: http://127.0.0.1:${port}\n`);
await stopSignal;
await product.close();
process.exit(0);
