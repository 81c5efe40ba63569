import { expect } from 'vitest';

import type { ApiInput } from '#contract/api.ts';
import type { TestProduct } from './product.ts';

export const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** Daily orders: 100 per city, but 10 in Guangzhou yesterday and ten days ago. */
export function ordersOf(days: number): string {
  const lines = Array.from({ length: days }, (_, ago) =>
    ['上海', '广州'].map(
      (city) => `${dayBefore(ago)},${city},${city === '广州' && (ago === 1 || ago === 10) ? 10 : 100}`,
    ),
  );
  return `day,city,amount\n${lines.flat().join('\n')}\n`;
}

type NewAlertInput = ApiInput<'POST /alerts'>;

/** An alert on low orders. */
export const alertOf = (watch: NewAlertInput['watch'], fields: Partial<NewAlertInput> = {}): NewAlertInput => ({
  name: '每日销售额',
  watch,
  condition: { kind: 'below', value: 150 },
  schedule: { kind: 'every', minutes: 15 },
  zone: 'UTC',
  channels: [],
  origin: null,
  ...fields,
});

/** Alert calls of a test, as the owner. */
export function alertsIn(product: Pick<TestProduct, 'call' | 'query'>, token: string) {
  const load = async (id: string) => (await product.call('GET /alerts/:id', { id }, { token })).body;
  return {
    load,
    create: async (input: NewAlertInput, by = token): Promise<string> => {
      const { status, body } = await product.call('POST /alerts', input, { token: by });
      expect([status, body]).toEqual([200, expect.anything()]);
      return body.id;
    },
    stateOf: async (id: string) => (await load(id)).alert.state,
    kindsOf: async (id: string) => (await load(id)).events.map(({ kind }) => kind),
    /** Schedules another check and waits for it. */
    checkAgain: async (id: string) => {
      const before = (await load(id)).alert.lastCheckedAt;
      await product.query('update alerts set next_check_at = now() where id = $1', [id]);
      await expect.poll(async () => (await load(id)).alert.lastCheckedAt).not.toBe(before);
    },
    noticesOf: async (id: string) =>
      (await product.query(`select notice from notifications where cause = $1 order by id`, [`alert:${id}`])).map(
        ({ notice }) => (notice as { kind: string }).kind,
      ),
  };
}
