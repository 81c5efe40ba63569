import type { ApiInput, ApiOutput } from '#contract/api.ts';
import type { Share, ShareEvent } from '#contract/shares/routes.ts';
import type { TestResponse, Client } from './client.ts';

export type ShareInput = ApiInput<'POST /dashboards/:id/shares'>;

const plain = { start: { time: null, values: {} }, allows: { time: true, controls: [], download: false } };

/** Creates a share; throws on failure. */
export async function createShare(
  client: Client,
  token: string,
  fields: Partial<ShareInput> & { id: string },
): Promise<Share> {
  const { status, body } = await client.call('POST /dashboards/:id/shares', { ...plain, ...fields }, { token });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
}

/** Opens a share as a guest. */
export function openShare(
  client: Client,
  { path }: { path: string | null },
  password?: string,
): Promise<TestResponse<ApiOutput<'POST /shares/open'>>> {
  const token = path!.replace('/share/', '');
  return client.call('POST /shares/open', { token, ...(password !== undefined && { password }) });
}

/** Subscribes to the events of an open share page. */
export async function openShareStream(client: Client, pass: string) {
  const headers = { 'content-type': 'application/json' };
  const { body } = await fetch(`${client.url}/api/shares/live`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ pass }),
  });
  const received: ShareEvent[] = [];
  const ended = (async () => {
    for await (const piece of body!.pipeThrough(new TextDecoderStream()))
      for (const line of piece.split('\n'))
        if (line.startsWith('data: ')) received.push(JSON.parse(line.slice(6)) as ShareEvent);
  })();
  return { heard: received, ended };
}
