import { expect, test } from 'vitest';

import { exampleRow, snippets } from './snippets.ts';

const place = { origin: 'http://localhost:3000', key: 'sk_1' };

test('names with brackets, spaces and quotes stand in a shell as they are meant', () => {
  const code = snippets.curl({ ...place, dataset: "订单 (it's)", row: { "owner's name": 'abc' } });
  expect(code).toContain('/api/ingest/%E8%AE%A2%E5%8D%95%20%28it%27s%29 ');
  expect(code).toContain(String.raw`-d '{"owner'\''s name": "abc"}'`);
});

test('a row of a dataset fits its columns, in the words of each language', () => {
  const row = exampleRow([
    { name: '下单时间', type: 'time' },
    { name: '是否退款', type: 'boolean' },
    { name: 'extra', type: 'json' },
  ]);
  expect(snippets.node({ ...place, dataset: 'a', row })).toContain(
    '[{"下单时间": "2026-01-31T08:30:00Z", "是否退款": true}]',
  );
  expect(snippets.python({ ...place, dataset: 'a', row })).toContain('"是否退款": True}');
});
