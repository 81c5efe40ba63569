import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { openWarehouseWriter, type WarehouseWriter } from './writer.ts';

const unavailable = { code: 'warehouse_unavailable' };

let server: net.Server;
let writer: WarehouseWriter;
beforeAll(async () => {
  // Accepts connections, as a machine does whose server hangs, and never answers.
  server = net.createServer(() => {}).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const account = { user: 'shuju', password: '', database: 'shuju' };
  const address = { host: '127.0.0.1', address: '127.0.0.1', port, ...account, tls: 'off' as const, zone: 'UTC' };
  writer = openWarehouseWriter([address], { database: 'shuju', cluster: null, engine: 'MergeTree' }, 200);
});
afterAll(async () => {
  await writer.close();
  server.close();
});

test('a warehouse that never answers counts as unavailable', async () => {
  await expect(writer.listVersions()).rejects.toMatchObject(unavailable);
  await expect(writer.createTable('t', [])).rejects.toMatchObject(unavailable);
  const segment = { table: 't', number: 1, rows: 1, cells: [], file: import.meta.filename };
  await expect(writer.insert(segment)).rejects.toMatchObject(unavailable);
});
