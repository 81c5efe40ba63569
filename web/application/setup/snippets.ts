import type { ColumnType, Scalar } from '#contract/query.ts';

export const snippetNames = ['curl', 'web', 'node', 'python', 'segment'] as const;
export type SnippetName = (typeof snippetNames)[number];

export type Row = Record<string, Scalar>;
type Place = { origin: string; key: string; dataset: string; row: Row };

/** What is pushed where nothing is known of the dataset yet. */
export const firstRow: Row = { event: 'order_paid', amount: 42.5, city: 'Hangzhou' };

const examples: Record<Exclude<ColumnType, 'json'>, Scalar> = {
  text: 'abc',
  integer: 1,
  number: 42.5,
  boolean: true,
  date: '2026-01-31',
  time: '2026-01-31T08:30:00Z',
};

/** So many columns of a wide dataset are enough to show how it is done. */
const mostColumns = 8;

/** A row that fits these columns. */
export function exampleRow(columns: { name: string; type: ColumnType }[]): Row {
  const fitting = columns.flatMap(({ name, type }) => (type === 'json' ? [] : [[name, examples[type]] as const]));
  return Object.fromEntries(fitting.slice(0, mostColumns));
}

// Brackets, quotes and the like stand for something in a shell.
const inAddress = (name: string) =>
  encodeURIComponent(name).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
const inShell = (text: string) => text.replaceAll("'", String.raw`'\''`);
const inJson = (row: Row) => writeRow(row, JSON.stringify);
const inPython = (row: Row) =>
  writeRow(row, (value) => (typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value)));

function writeRow(row: Row, write: (value: Scalar) => string): string {
  const fields = Object.entries(row).map(([name, value]) => `${JSON.stringify(name)}: ${write(value)}`);
  return `{${fields.join(', ')}}`;
}

/** Lines that push an event as they stand, one program a language. */
export const snippets: Record<SnippetName, (place: Place) => string> = {
  curl: ({ origin, key, dataset, row }) => `curl ${origin}/api/ingest/${inAddress(dataset)} \\
  -H 'Authorization: Bearer ${key}' \\
  -H 'Content-Type: application/json' \\
  -d '${inShell(inJson(row))}'`,

  web: ({ origin, key }) => `<script defer src="${origin}/s.js" data-key="${key}"></script>
<script>
  addEventListener('load', () => shuju.track('order_paid', { amount: 42.5 }));
</script>`,

  node: ({ origin, key, dataset, row }) => `const response = await fetch('${origin}/api/ingest/${inAddress(dataset)}', {
  method: 'POST',
  headers: {
    Authorization: 'Bearer ${key}',
    'Content-Type': 'application/json',
    'Idempotency-Key': crypto.randomUUID(),
  },
  body: JSON.stringify([${inJson(row)}]),
});
console.log(await response.json()); // { accepted: 1, refused: [] }`,

  python: ({ origin, key, dataset, row }) => `import json, urllib.request

request = urllib.request.Request(
    "${origin}/api/ingest/${inAddress(dataset)}",
    data=json.dumps(${inPython(row)}).encode(),
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
