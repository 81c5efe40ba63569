import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { readXlsx } from 'hucre/xlsx';
import { inflateSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Card } from '#domain/dashboard/dashboard.ts';
import type { DashboardExportLine, DashboardFormat } from '#contract/dashboards/exports.ts';
import type { Dataset } from '#contract/datasets/routes.ts';
import { querySpecSchema } from '#contract/queries/schemas.ts';
import { apiPrefix } from '#contract/shell.ts';
import { specOf, callLines, openLines, resultOf } from '#server/testing/queries.ts';
import { chartCard, dashboardOf, createDashboard, textCard } from '#server/testing/dashboards.ts';
import { loadFile, waitFor } from '#server/testing/data.ts';
import { createMember, createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';
import { scripts } from '#server/testing/scripts.ts';

let product: TestProduct;
let token: string;
let sales: Dataset;
let id: string;

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
const names = ['茶叶', '=1+1', '+2', '-3', '@x', '\u202Eleft', ...scripts];
const rows = names.map(
  (name, index) => `${quoted(name)},2026-01-${String((index % 28) + 1).padStart(2, '0')},${index + 0.5}`,
);

const columnOf = (name: string) => sales.columns.find((column) => column.name === name)!.id;
const groupedSpec = (...dimensions: object[]) =>
  querySpecSchema.parse({
    ...specOf(sales.id),
    dimensions,
    measures: [{ id: 'sum', formula: { kind: 'sum', column: columnOf('amount') }, show: 'value' }],
    order: [{ kind: 'measure', id: 'sum', part: 'value', direction: 'descending' }],
  });
const byName = () => groupedSpec({ id: 'name', kind: 'value', column: columnOf('name') });
const byDay = () => groupedSpec({ id: 'day', kind: 'time', column: columnOf('day'), grain: { unit: 'day' } });

const both = (text: string) => ({ en_US: text, zh_CN: text });

function cards(): Card[] {
  const place = (y: number, height = 6) => ({ x: 0, y, width: 6, height });
  const cardOf = (
    card: string,
    query: ReturnType<typeof groupedSpec>,
    kind: 'table' | 'bar_horizontal' | 'line',
    y: number,
  ) =>
    chartCard(card, query, {
      chart: { ask: query, drawing: { kind, options: {} } },
      place: place(y),
      title: both(`${kind}: ${scripts[0]}`),
    });
  return [
    chartCard('figure', groupedSpec(), { place: place(0, 3), title: both('销售额'.repeat(60)) }),
    cardOf('table', byName(), 'table', 3),
    cardOf('bars', byName(), 'bar_horizontal', 9),
    cardOf('days', byDay(), 'line', 15),
    chartCard('broken', { ...byName(), dataset: 'gone' } as typeof byName extends () => infer A ? A : never, {
      place: place(21),
      title: both('Broken'),
    }),
    {
      ...textCard('text', `# 小结\n\n**{{all}}** ${scripts.join('\n\n')}`, 27),
      numbers: [{ name: 'all', ask: groupedSpec(), style: null }],
    } as Card,
  ];
}

beforeAll(async () => {
  product = await openTestProduct();
  token = (await createOwner(product)).token;
  sales = await loadFile(product, token, 'sales.csv', `name,day,amount\n${rows.join('\n')}\n`);
  id = (await createDashboard(product, token, dashboardOf(scripts[1]!, cards()))).id;
});
afterAll(() => product.close());

const inputOf = (format: DashboardFormat, language: 'en_US' | 'zh_CN', more: object = {}) => ({
  id,
  state: {},
  zone: 'Asia/Shanghai',
  format,
  language,
  ...more,
});

async function write(
  format: DashboardFormat,
  language: 'en_US' | 'zh_CN' = 'zh_CN',
  more: object = {},
): Promise<Buffer> {
  const { lines } = await callLines<DashboardExportLine>(
    product,
    'POST /dashboards/:id/exports',
    inputOf(format, language, more),
    { token },
  );
  const last = lines.at(-1);
  if (last?.kind !== 'ready') throw new Error(JSON.stringify(last));
  const progress = lines.flatMap((line) => (line.kind === 'running' ? [line] : [])).at(-1)!;
  expect(progress.done).toBe(progress.of);
  const answer = await fetch(`${product.url}${apiPrefix}/exports/${last.id}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const file = Buffer.from(await answer.arrayBuffer());
  expect(file.length).toBe(last.bytes);
  return file;
}

test('a workbook has a cover and a sheet per card, with the numbers of the page and no formulas', async () => {
  const { sheets } = await readXlsx(await write('xlsx'));
  expect(sheets).toHaveLength(1 + 6);
  expect(sheets.every(({ name }) => name.length <= 31)).toBe(true);
  expect(sheets[0]!.rows.flat()).toContain(scripts[1]);
  const { values } = await resultOf(product, byName(), { token });
  const table = sheets[2]!.rows.slice(1);
  expect(table.map((row) => row[1])).toEqual(values[1]);
  expect(table.map((row) => row[0])).toEqual(values[0]!.map((name) => String(name)));
  expect(table.map((row) => row[0])).toEqual(expect.arrayContaining(['=1+1', '+2', '-3', '@x']));
  expect(sheets[4]!.rows[1]![0]).toBeInstanceOf(Date);
  expect(sheets[5]!.rows.flat().join()).toContain('该查询使用的数据集已不存在');
  const whole = await resultOf(product, groupedSpec(), { token });
  expect(sheets[1]!.rows[1]![0]).toBe(whole.values[0]![0]);
  // A text card has no markup left.
  const [heading, paragraph] = sheets[6]!.rows;
  expect(heading![0]).toBe('小结');
  expect(String(paragraph![0])).not.toMatch(/\*\*|\{\{all\}\}/);
});

/** The streams of a PDF as text. */
function streamsOf(pdf: Buffer): string {
  const text = pdf.toString('latin1');
  const streams = [...text.matchAll(/stream\r?\n/g)].map((match) => {
    const start = match.index + match[0].length;
    const part = pdf.subarray(start, text.indexOf('endstream', start));
    try {
      return inflateSync(part).toString('latin1');
    } catch {
      return '';
    }
  });
  return text + streams.join('\n');
}

test('a file shows the date of its newest data, and says that a column is deleted instead of showing its id', async () => {
  const gone = 'c_17b4f2a9';
  const formula = { kind: 'sum' as const, column: gone };
  const lost = { ...byDay(), measures: [{ id: 'sum', formula, show: 'value' as const }] };
  const dimension = { id: 'name', kind: 'value' as const, column: gone };
  const cardsOfLost = [
    chartCard('all', byName()),
    chartCard('measure', lost),
    chartCard('split', { ...byName(), dimensions: [dimension] } as ReturnType<typeof byName>),
  ];
  const time = {
    span: { kind: 'last' as const, count: 7, grain: { unit: 'day' as const }, anchor: 'newest' as const },
    compare: { kind: 'previous' as const },
    targets: [{ kind: 'column' as const, dataset: sales.id, column: columnOf('day') }],
  };
  const saved = await createDashboard(product, token, dashboardOf('Lost', cardsOfLost, { time }));
  const textsIn = async (language: 'en_US' | 'zh_CN') => {
    const { sheets } = await readXlsx(await write('xlsx', language, { id: saved.id }));
    return sheets.flatMap(({ name, rows: lines }) => [name, ...lines.flat()]).join('\n');
  };
  const [english, chinese] = [await textsIn('en_US'), await textsIn('zh_CN')];
  const newest = rows
    .map((row) => row.split(',').at(-2)!)
    .toSorted()
    .at(-1);
  expect(english).toContain(`Last 7 days of data (up to ${newest})`);
  expect(chinese).toContain(`数据中最近 7 天（截至 ${newest}）`);
  expect(english).toMatch(/Sum of deleted column/);
  expect(chinese).toMatch(/已删除的列/);
  for (const column of [gone, ...sales.columns.map((each) => each.id)])
    for (const text of [english, chinese]) expect(text).not.toContain(column);
});

test('a PDF has pages in vector graphics, with Chinese in embedded fonts', async () => {
  const pdf = await write('pdf');
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  const text = streamsOf(pdf);
  expect([...text.matchAll(/\/Type \/Page\b/g)].length).toBeGreaterThan(1);
  expect(text.includes('/MediaBox [0 0 841.89 595.28]')).toBe(true);
  expect(/\/FontName \/[A-Z]+\+NotoSansHans-Regular/.test(text)).toBe(true);
  expect(/\/FontName \/[A-Z]+\+NotoSansHans-Bold/.test(text)).toBe(true);
  // The character map is in the file, so that text can be searched and copied: 销 is U+9500.
  expect(text.includes('/ToUnicode')).toBe(true);
  expect(text.includes('9500')).toBe(true);
  expect(/\/JavaScript|\/JS\b|\/Launch|\/Subtype \/Image/.test(text)).toBe(false);
});

test('an image is as wide as a wide screen, with double resolution, in either theme', async () => {
  const [light, dark] = [await write('png'), await write('png', 'en_US', { theme: 'dark' })];
  for (const picture of [light, dark]) {
    expect(picture.subarray(1, 4).toString()).toBe('PNG');
    expect(picture.readUInt32BE(16)).toBe(2880);
    expect(picture.readUInt32BE(20)).toBeGreaterThan(2000);
  }
  expect(light.equals(dark)).toBe(false);
});

test('an image that would be too tall is refused with a message and leaves no file', async () => {
  const tall = Array.from({ length: 5 }, (_, index) => ({
    ...textCard(`t${index}`),
    place: { x: 0, y: index * 100, width: 12, height: 100 },
  }));
  const { id: other } = await createDashboard(product, token, dashboardOf('Tall', tall));
  const { lines } = await callLines<DashboardExportLine>(
    product,
    'POST /dashboards/:id/exports',
    inputOf('png', 'en_US', { id: other }),
    { token },
  );
  expect(lines.at(-1)).toMatchObject({ kind: 'error', error: { code: 'picture_too_tall' } });
});

test('a cancelled export stops writing and leaves no file', async () => {
  const folder = path.join(product.directory, 'exports');
  const before = await readdir(folder);
  // An image takes longest: it cannot be finished before the request is cancelled.
  const input = inputOf('png', 'en_US');
  const stream = await openLines<DashboardExportLine>(product, 'POST /dashboards/:id/exports', { input, token });
  await stream.lines().next();
  const answers = await waitFor(async () => (await readdir(folder)).find((name) => !before.includes(name)));
  stream.disconnect();
  const [own] = answers.split('.');
  await waitFor(async () => ((await readdir(folder)).every((name) => !name.startsWith(own!)) ? true : undefined));
});

test('only the person who exported a file can download it', async () => {
  const viewer = await createMember(product, token);
  const { lines } = await callLines<DashboardExportLine>(
    product,
    'POST /dashboards/:id/exports',
    inputOf('xlsx', 'en_US'),
    { token: viewer.token },
  );
  const ready = lines.at(-1) as Extract<DashboardExportLine, { kind: 'ready' }>;
  expect(ready.kind).toBe('ready');
  expect((await product.call('GET /exports/:id', { id: ready.id }, { token })).status).toBe(404);
});
