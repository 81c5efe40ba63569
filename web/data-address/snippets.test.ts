import { expect, test } from 'vitest';

import { addressOf, type DataSource, hasKeyInAddress, snippets, toolNames } from './snippets.ts';

const requestOf = (source: DataSource) => ({
  origin: 'https://data.example.com',
  source,
  language: 'zh_CN',
  zone: 'Asia/Shanghai',
});
const request = requestOf({ kind: 'dataset', id: 'd1' });

test('every kind of source has an address with language and zone', () => {
  const query = 'language=zh_CN&zone=Asia%2FShanghai';
  expect(addressOf(request, 'csv')).toBe(`https://data.example.com/api/data/datasets/d1.csv?${query}`);
  expect(addressOf(requestOf({ kind: 'chart', id: 'c1' }), 'json')).toContain('/api/data/charts/c1.json?');
  expect(addressOf(requestOf({ kind: 'card', dashboard: 'b1', id: 'k1' }), 'xlsx')).toContain(
    '/api/data/dashboards/b1/cards/k1.xlsx?',
  );
});

test('the key is in the address only for tools that cannot send headers', () => {
  for (const tool of toolNames) {
    const code = snippets[tool]({ request, format: 'csv', key: 'sjp_1' });
    expect([tool, code.includes('&key=sjp_1'), code.includes('Bearer sjp_1')]).toEqual([
      tool,
      hasKeyInAddress(tool),
      !hasKeyInAddress(tool),
    ]);
  }
});

test('pandas has a reader for each format, and Google Sheets and R read CSV', () => {
  const snippetOf = (tool: 'python' | 'sheets' | 'r', format: 'parquet' | 'xlsx') =>
    snippets[tool]({ request, format, key: 'sjp_1' });
  expect(snippetOf('python', 'parquet')).toContain('pd.read_parquet(');
  expect(snippetOf('python', 'xlsx')).toContain('pd.read_excel(');
  expect(snippetOf('sheets', 'xlsx')).toContain('d1.csv?');
  expect(snippetOf('r', 'parquet')).toContain('d1.csv?');
});
