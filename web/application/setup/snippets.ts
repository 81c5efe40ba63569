import type { ColumnType, Scalar } from '#domain/query/query.ts';

export const snippetNames = ['curl', 'web', 'node', 'python', 'segment'] as const;
export type SnippetName = (typeof snippetNames)[number];

export type ExampleRow = Record<string, Scalar>;
type SnippetInput = { origin: string; key: string; dataset: string; row: ExampleRow };

/** The example row while the dataset has no columns. */
export const firstRow: ExampleRow = { event: 'order_paid', amount: 42.5, city: 'Hangzhou' };

const examples: Record<Exclude<ColumnType, 'json'>, Scalar> = {
  text: 'abc',
  integer: 1,
  number: 42.5,
  boolean: true,
  date: '2026-01-31',
  time: '2026-01-31T08:30:00Z',
};

/** Maximum columns of the example; a wide dataset needs no more. */
const maxExampleColumns = 8;

/** An example row for these columns. */
export function exampleRow(columns: { name: string; type: ColumnType }[]): ExampleRow {
  const fitting = columns.flatMap(({ name, type }) => (type === 'json' ? [] : [[name, examples[type]] as const]));
  return Object.fromEntries(fitting.slice(0, maxExampleColumns));
}

// Escapes characters that have a special meaning in a shell.
const escapeForUrl = (name: string) =>
  encodeURIComponent(name).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
const escapeForShell = (text: string) => text.replaceAll("'", String.raw`'\''`);
const jsonOf = (row: ExampleRow) => writeRow(row, JSON.stringify);
const pythonOf = (row: ExampleRow) =>
  writeRow(row, (value) => (typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value)));

function writeRow(row: ExampleRow, write: (value: Scalar) => string): string {
  const fields = Object.entries(row).map(([name, value]) => `${JSON.stringify(name)}: ${write(value)}`);
  return `{${fields.join(', ')}}`;
}

/** Code that pushes an event, by language. */
export const snippets: Record<SnippetName, (input: SnippetInput) => string> = {
  curl: ({ origin, key, dataset, row }) => `curl ${origin}/api/ingest/${escapeForUrl(dataset)} \\
  -H 'Authorization: Bearer ${key}' \\
  -H 'Content-Type: application/json' \\
  -d '${escapeForShell(jsonOf(row))}'`,

  web: ({ origin, key }) => `<script defer src="${origin}/s.js" data-key="${key}"></script>
<script>
  addEventListener('load', () => shuju.track('order_paid', { amount: 42.5 }));
</script>`,

  node: ({
    origin,
    key,
    dataset,
    row,
  }) => `const response = await fetch('${origin}/api/ingest/${escapeForUrl(dataset)}', {
  method: 'POST',
  headers: {
    Authorization: 'Bearer ${key}',
    'Content-Type': 'application/json',
    'Idempotency-Key': crypto.randomUUID(),
  },
  body: JSON.stringify([${jsonOf(row)}]),
});
console.log(await response.json()); // { accepted: 1, refused: [] }`,

  python: ({ origin, key, dataset, row }) => `import json, urllib.request

request = urllib.request.Request(
    "${origin}/api/ingest/${escapeForUrl(dataset)}",
    data=json.dumps(${pythonOf(row)}).encode(),
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
