import type { Dataset } from '#contract/datasets/routes.ts';
import type { Formula } from '#domain/query/query.ts';
import type { Client } from './client.ts';

/** The client and token that create the resources. */
export type ModelAuthor = { product: Client; token: string };

const label = { en_US: '', zh_CN: '' };

/** Adds a calculated column; returns its id. */
export async function calculate(
  { product, token }: ModelAuthor,
  { id }: Dataset,
  { name, formula }: { name: string; formula: string },
): Promise<string> {
  const input = { id, name, formula, label };
  const { status, body } = await product.call('POST /datasets/:id/calculated-columns', input, { token });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.columns.find((column) => column.name === name)!.id;
}

/** Relates two datasets by pairs of columns; returns the id of the relation. */
export async function relate(
  { product, token }: ModelAuthor,
  from: Dataset,
  to: Dataset,
  pairs: [column: string, relatedColumn: string][],
): Promise<string> {
  const keys = pairs.map(([column, relatedColumn]) => ({ column, relatedColumn }));
  const input = { id: from.id, related: to.id, label, cardinality: 'many_to_one' as const, keys };
  const { status, body } = await product.call('POST /datasets/:id/relations', input, { token });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.id;
}

/** Adds a metric; returns its id. */
export async function createTestMetric(
  { product, token }: ModelAuthor,
  { id }: Dataset,
  { name, formula }: { name: string; formula: Formula },
): Promise<string> {
  const input = { id, name, formula, label, format: 'plain' as const, unit: '' };
  const { status, body } = await product.call('POST /datasets/:id/metrics', input, { token });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.metrics.find((metric) => metric.name === name)!.id;
}
