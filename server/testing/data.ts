import { setTimeout as sleep } from 'node:timers/promises';

import type { Dataset } from '#contract/datasets/routes.ts';
import type { Import, PlannedImportInput, Upload } from '#contract/imports/routes.ts';
import { apiPrefix } from '#contract/shell.ts';
import type { Client } from './client.ts';

type FileContent = string | Uint8Array;

/** Uploads a file and waits until it was parsed. */
export async function uploadFile(client: Client, token: string, name: string, content: FileContent): Promise<Upload> {
  const bytes = Buffer.byteLength(content);
  const announced = await client.call('POST /uploads', { name, bytes, zone: 'Asia/Shanghai' }, { token });
  if (announced.status !== 200) throw new Error(JSON.stringify(announced.body));
  const sent = await sendContent(client, token, announced.body.id, content);
  if (sent.status !== 204) throw new Error(JSON.stringify(sent.body));
  return waitFor(async () => {
    const { body } = await client.call('GET /uploads/:id', { id: announced.body.id }, { token });
    return body.state === 'ready' || body.state === 'failed' ? body : undefined;
  });
}

export async function sendContent(client: Client, token: string, id: string, content: FileContent) {
  const headers = { ...(await client.browserHeaders()), authorization: `Bearer ${token}` };
  const body = typeof content === 'string' ? content : new Blob([new Uint8Array(content)]);
  return client.send(`${apiPrefix}/uploads/${id}/content`, { method: 'PUT', headers, body });
}

/** The import proposed by the preview, for the first table. */
export function proposalOf(upload: Upload, dataset: PlannedImportInput['dataset'], table = 0): PlannedImportInput {
  const columns = upload.tables[table]!.columns.map(({ doubtful: _, ...column }, source) => ({ source, ...column }));
  return { table, dataset, mode: 'append', columns };
}

type TestImportTarget = { application: { id: string } | { name: string }; plan: PlannedImportInput };

/** Imports one table of an uploaded file and waits for its end, successful or not. */
export async function loadUploaded(
  client: Client,
  token: string,
  upload: Upload,
  { application, plan }: TestImportTarget,
): Promise<Import> {
  const started = await client.call(
    'POST /uploads/:id/imports',
    { id: upload.id, application, imports: [plan] },
    { token },
  );
  if (started.status !== 200) throw new Error(JSON.stringify(started.body));
  return waitForImport(client, token, started.body[0]!.id);
}

/** Waits until an import has ended or needs confirmation. */
export function waitForImport(client: Client, token: string, id: string): Promise<Import> {
  return waitFor(async () => {
    const { body } = await client.call('GET /imports/:id', { id }, { token });
    return body.finishedAt || body.state === 'unconfirmed' ? body : undefined;
  });
}

/** Uploads and imports a file with the proposed settings. */
export async function loadFile(client: Client, token: string, name: string, content: FileContent): Promise<Dataset> {
  const upload = await uploadFile(client, token, name, content);
  const plan = proposalOf(upload, { name: name.replace(/\..*$/, '') });
  const done = await loadUploaded(client, token, upload, { application: { name: 'Files' }, plan });
  if (!done.datasetId) throw new Error(JSON.stringify(done));
  return (await client.call('GET /datasets/:id', { id: done.datasetId }, { token })).body;
}

/** Polls until there is a result, with increasing intervals to leave the CPU to other tests. */
export async function waitFor<T>(poll: () => Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < 1200; tries++) {
    const answer = await poll();
    if (answer !== undefined) return answer;
    await sleep(Math.min(20 * 1.3 ** tries, 250));
  }
  throw new Error('timed out');
}
