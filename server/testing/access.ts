import type { Right, SharedKind } from '#contract/access/routes.ts';
import type { TestResponse, Client } from './client.ts';

type AccessInput = { everyone?: Right | null; members?: { id: string; right: Right }[] };

/** Sets the access list of a resource: private unless specified. */
export function share(
  client: Client,
  token: string,
  [kind, id]: [SharedKind, string],
  { everyone = null, members = [] }: AccessInput = {},
): Promise<TestResponse<unknown>> {
  return client.call(`PUT /${kind}s/:id/access`, { id, everyone, members }, { token });
}

/** Subscribes to the change events of a member's page. */
export async function openEventStream(client: Client, token: string, extra: Record<string, string> = {}) {
  const controller = new AbortController();
  const headers = { authorization: `Bearer ${token}`, ...extra };
  const { body } = await fetch(`${client.url}/api/live`, { headers, signal: controller.signal });
  const received: Record<string, unknown>[] = [];
  void (async () => {
    for await (const piece of body!.pipeThrough(new TextDecoderStream()))
      for (const line of piece.split('\n'))
        if (line.startsWith('data: ')) received.push(JSON.parse(line.slice(6)) as Record<string, unknown>);
  })().catch(() => undefined);
  return { heard: received, leave: () => controller.abort() };
}
