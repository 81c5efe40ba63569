import type { Right, SharedKind } from '#contract/access.ts';
import type { Answer, Client } from './client.ts';

type Told = { everyone?: Right | null; members?: { id: string; right: Right }[] };

/** Says who may see something: nobody else, unless it is told. */
export function share(
  client: Client,
  token: string,
  [kind, id]: [SharedKind, string],
  { everyone = null, members = [] }: Told = {},
): Promise<Answer<unknown>> {
  const key = kind === 'dashboard' ? 'PUT /dashboards/:id/access' : 'PUT /applications/:id/access';
  return client.call(key, { id, everyone, members }, { token });
}

/** Hears what is told to a member's open page. */
export async function openEars(client: Client, token: string) {
  const leaving = new AbortController();
  const headers = { authorization: `Bearer ${token}` };
  const { body } = await fetch(`${client.url}/api/live`, { headers, signal: leaving.signal });
  const heard: Record<string, unknown>[] = [];
  void (async () => {
    for await (const piece of body!.pipeThrough(new TextDecoderStream()))
      for (const line of piece.split('\n'))
        if (line.startsWith('data: ')) heard.push(JSON.parse(line.slice(6)) as Record<string, unknown>);
  })().catch(() => undefined);
  return { heard, leave: () => leaving.abort() };
}
