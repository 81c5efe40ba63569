import type { Input, Output } from '#contract/api.ts';
import type { Share, ShareEvent } from '#contract/shares.ts';
import type { Answer, Client } from './client.ts';

export type ShareInput = Input<'POST /dashboards/:id/shares'>;

const plain = { start: { time: null, values: {} }, allows: { time: true, controls: [], download: false } };

/** Makes a link, which must work. */
export async function makeShare(
  client: Client,
  token: string,
  told: Partial<ShareInput> & { id: string },
): Promise<Share> {
  const { status, body } = await client.call('POST /dashboards/:id/shares', { ...plain, ...told }, { token });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
}

/** Opens a link as whoever was sent it. */
export function openShare(
  client: Client,
  { path }: { path: string | null },
  password?: string,
): Promise<Answer<Output<'POST /shares/open'>>> {
  const token = path!.replace('/share/', '');
  return client.call('POST /shares/open', { token, ...(password !== undefined && { password }) });
}

/** Hears what is told to an open page of a link. */
export async function hearShare(client: Client, pass: string) {
  const headers = { 'content-type': 'application/json' };
  const { body } = await fetch(`${client.url}/api/shares/live`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ pass }),
  });
  const heard: ShareEvent[] = [];
  const ended = (async () => {
    for await (const piece of body!.pipeThrough(new TextDecoderStream()))
      for (const line of piece.split('\n'))
        if (line.startsWith('data: ')) heard.push(JSON.parse(line.slice(6)) as ShareEvent);
  })();
  return { heard, ended };
}
