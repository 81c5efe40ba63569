import { expect, test } from 'vitest';

import { addressOf, type DataSource, hasKeyInAddress, snippets, toolNames } from './snippets.ts';

const placeOf = (source: DataSource) => ({
  origin: 'https://data.example.com',
  source,
  language: 'zh_CN',
  zone: 'Asia/Shanghai',
});
const place = placeOf({ kind: 'dataset', id: 'd1' });

test('every kind of data has its address, which says language and zone', () => {
  const query = 'language=zh_CN&zone=Asia%2FShanghai';
  expect(addressOf(place, 'csv')).toBe(`https://data.example.com/api/data/datasets/d1.csv?${query}`);
  expect(addressOf(placeOf({ kind: 'chart', id: 'c1' }), 'json')).toContain('/api/data/charts/c1.json?');
  expect(addressOf(placeOf({ kind: 'card', dashboard: 'b1', id: 'k1' }), 'xlsx')).toContain(
    '/api/data/dashboards/b1/cards/k1.xlsx?',
  );
});

test('the key stands in the address only for tools that can send no header', () => {
  for (const tool of toolNames) {
    const code = snippets[tool]({ place, format: 'csv', key: 'sjp_1' });
    expect([tool, code.includes('&key=sjp_1'), code.includes('Bearer sjp_1')]).toEqual([
      tool,
      hasKeyInAddress(tool),
      !hasKeyInAddress(tool),
    ]);
  }
});

test('pandas has a reader for each format, and Google Sheets and R read CSV', () => {
  const of = (tool: 'python' | 'sheets' | 'r', format: 'parquet' | 'xlsx') =>
    snippets[tool]({ place, format, key: 'sjp_1' });
  expect(of('python', 'parquet')).toContain('pd.read_parquet(');
  expect(of('python', 'xlsx')).toContain('pd.read_excel(');
  expect(of('sheets', 'xlsx')).toContain('d1.csv?');
  expect(of('r', 'parquet')).toContain('d1.csv?');
});
