export const snippetNames = ['curl', 'web', 'node', 'python', 'segment'] as const;
export type SnippetName = (typeof snippetNames)[number];

type Place = { origin: string; key: string; dataset: string };

/** Lines that push an event as they stand, one program a language. */
export const snippets: Record<SnippetName, (place: Place) => string> = {
  curl: ({ origin, key, dataset }) => `curl ${origin}/api/ingest/${dataset} \\
  -H 'Authorization: Bearer ${key}' \\
  -H 'Content-Type: application/json' \\
  -d '{"event": "order_paid", "amount": 42.5, "city": "Hangzhou"}'`,

  web: ({ origin, key }) => `<script defer src="${origin}/s.js" data-key="${key}"></script>
<script>
  addEventListener('load', () => shuju.track('order_paid', { amount: 42.5 }));
</script>`,

  node: ({ origin, key, dataset }) => `const response = await fetch('${origin}/api/ingest/${dataset}', {
  method: 'POST',
  headers: {
    Authorization: 'Bearer ${key}',
    'Content-Type': 'application/json',
    'Idempotency-Key': crypto.randomUUID(),
  },
  body: JSON.stringify([{ event: 'order_paid', amount: 42.5, city: 'Hangzhou' }]),
});
console.log(await response.json()); // { accepted: 1, refused: [] }`,

  python: ({ origin, key, dataset }) => `import json, urllib.request

request = urllib.request.Request(
    "${origin}/api/ingest/${dataset}",
    data=json.dumps({"event": "order_paid", "amount": 42.5, "city": "Hangzhou"}).encode(),
    headers={
        "Authorization": "Bearer ${key}",
        "Content-Type": "application/json",
    },
)
print(urllib.request.urlopen(request).read().decode())`,

  segment: ({ origin, key }) => `import { Analytics } from '@segment/analytics-node';

const analytics = new Analytics({ writeKey: '${key}', host: '${origin}' });
analytics.track({ userId: 'u1', event: 'order_paid', properties: { amount: 42.5 } });
await analytics.closeAndFlush();`,
};
