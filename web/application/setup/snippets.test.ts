import { expect, test } from 'vitest';

import { exampleRow, snippets } from './snippets.ts';

const server = { origin: 'http://localhost:3000', key: 'sk_1' };

test('names with brackets, spaces and quotes are escaped for the shell', () => {
  const code = snippets.curl({ ...server, dataset: "订单 (it's)", row: { "owner's name": 'abc' } });
  expect(code).toContain('/api/ingest/%E8%AE%A2%E5%8D%95%20%28it%27s%29 ');
  expect(code).toContain(String.raw`-d '{"owner'\''s name": "abc"}'`);
});

test('an example row fits the columns of its dataset, in the syntax of each language', () => {
  const row = exampleRow([
    { name: '下单时间', type: 'time' },
    { name: '是否退款', type: 'boolean' },
    { name: 'extra', type: 'json' },
  ]);
  expect(snippets.node({ ...server, dataset: 'a', row })).toContain(
    '[{"下单时间": "2026-01-31T08:30:00Z", "是否退款": true}]',
  );
  expect(snippets.python({ ...server, dataset: 'a', row })).toContain('"是否退款": True}');
});
