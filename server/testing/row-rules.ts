import type { RowRule } from '#contract/datasets/row-rules.ts';
import type { Client } from './client.ts';

/** Rows of three regions; names outside of 广东 must never reach a member who may only see 广东. */
export const regionRows = [
  'region,name,amount,day',
  '广东,open-a,1,2026-01-01',
  '广东,open-b,2,2026-01-02',
  '广东,,4,2026-01-02',
  '北京,canary-c,100,2026-03-01',
  '北京,canary-d,200,2026-03-02',
  '上海,canary-e,777,2026-03-03',
].join('\n');

export const everyone = { kind: 'everyone' as const };

/** A rule that shows rows with one of these values. */
export const ruleOf = (
  audience: RowRule['audience'],
  column: string,
  values: (string | number)[],
  id = `${audience.kind}-${values.length}`,
): RowRule => ({
  id,
  audience,
  rows: { kind: 'some', filters: [{ op: 'in', column, values }], attributes: [] },
});

/** A rule that shows rows whose value is one of an attribute of the member. */
export const attributeRuleOf = (column: string, attribute = 'region'): RowRule => ({
  id: `by-${attribute}`,
  audience: everyone,
  rows: { kind: 'some', filters: [], attributes: [{ column, attribute }] },
});

/** Sets the rules of a dataset; throws on failure. */
export async function setRules(client: Client, token: string, id: string, rules: RowRule[] | null): Promise<void> {
  const { status, body } = await client.call('PUT /datasets/:id/row-rules', { id, rules, zone: 'UTC' }, { token });
  if (status !== 204) throw new Error(JSON.stringify(body));
}
