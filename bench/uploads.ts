import { createReadStream, readFileSync, statSync } from 'node:fs';
import { request } from 'node:http';
import path from 'node:path';

import type { Upload } from '#contract/imports/routes.ts';
import { type Client, createClient } from '#server/testing/client.ts';
import { loadUploaded, proposalOf, waitFor } from '#server/testing/data.ts';
import type { Measurement } from './measurement.ts';
import { writeOrders } from './orders-file.ts';
import { createOwner, startProduct, withDirectory } from './product.ts';

const megabyte = 1024 * 1024;
const size = 100;

/** From dropping a file of 100 MB to its first page of rows, and the peak memory of the web server. */
export async function measureUploads(): Promise<Measurement[]> {
  return withDirectory(async (directory) => {
    const file = path.join(directory, 'orders.csv');
    await writeOrders(file, { bytes: size * megabyte });
    const product = await startProduct(path.join(directory, 'data'));
    const headers = await createOwner(product.url);
    const memory = watchMemory(product.pid);
    const startedAt = performance.now();
    await uploadAndRead(createClient(product.url), headers, file);
    const seconds = (performance.now() - startedAt) / 1000;
    const peak = memory();
    await product.stop();
    return [
      { name: `a CSV of ${size} MB, from drop to rows`, value: seconds, unit: 's', atMost: 10 },
      { name: 'peak memory of the web server meanwhile', value: peak, unit: 'MB', atMost: 300 },
    ];
  });
}

/** Uploads a file, loads it with the proposed settings, and reads a page of its rows. */
export async function uploadAndRead(client: Client, headers: Record<string, string>, file: string): Promise<void> {
  const token = headers['authorization']!.replace('Bearer ', '');
  const { size: bytes } = statSync(file);
  const { body: announced } = await client.call('POST /uploads', { name: 'orders.csv', bytes, zone: 'UTC' }, { token });
  await send(`${client.url}/api/uploads/${announced.id}/content`, headers, file);
  const upload = await waitFor<Upload>(async () => {
    const { body } = await client.call('GET /uploads/:id', { id: announced.id }, { token });
    return body.state === 'reading' ? undefined : body;
  });
  const plan = proposalOf(upload, { name: 'orders' });
  const done = await loadUploaded(client, token, upload, { application: { name: 'Bench' }, plan });
  const { body } = await client.call('POST /datasets/:id/rows', { id: done.datasetId!, offset: 1000 }, { token });
  if (body.rows.length !== 100 || body.total !== done.rows) throw new Error('rows are missing');
}

function send(url: string, headers: Record<string, string>, file: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const sending = request(url, { method: 'PUT', headers }, (response) => {
      if (response.statusCode === 204) resolve();
      else reject(new Error(`the upload failed with status ${response.statusCode}`));
      response.resume();
    });
    sending.once('error', reject);
    createReadStream(file).pipe(sending);
  });
}

/** Peak memory of a process since watching began, in MB. */
function watchMemory(pid: number): () => number {
  let peak = 0;
  const timer = setInterval(() => {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    peak = Math.max(peak, Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024);
  }, 50);
  return () => {
    clearInterval(timer);
    return peak;
  };
}
