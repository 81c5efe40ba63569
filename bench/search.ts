import type { LocalizedText } from '#domain/columns/column.ts';
import { createClient } from '#server/testing/client.ts';
import { dashboardOf, createDashboard, textCard } from '#server/testing/dashboards.ts';
import { createOwner } from '#server/testing/product.ts';
import type { Measurement } from './measurement.ts';
import { startProduct, withDirectory } from './product.ts';

const dashboards = 100;
const cards = 99;

const english = 'Sales Orders Revenue Customer Daily Product Channel Refund Region Margin Visits Growth'.split(' ');
const chinese = '销售 订单 收入 客户 日报 商品 渠道 退款 地区 毛利 访问 增长 管理 分析 概览 重庆'.split(' ');

const titleOf = (number: number): LocalizedText => ({
  en_US: `${english[number % 12]} by ${english[(number * 7 + 3) % 12]} ${number}`,
  zh_CN: `${chinese[number % 16]}${chinese[(number * 5 + 1) % 16]}${number}`,
});

/** Search input, typed letter by letter: names, pinyin, initials, typos, and text without a match. */
const typed = [
  'xsgl',
  'xiaoshou',
  'revenue',
  '退款',
  'slaes',
  'xioashou',
  'custmoer',
  '销受',
  'daily region',
  'cqfx',
  'nothing',
];
const keystrokes = typed.flatMap((text) => Array.from(text, (_, at) => text.slice(0, at + 1)));

/** Latency of a search over ten thousand names through HTTP, letter by letter. */
export async function measureSearch(): Promise<Measurement[]> {
  return withDirectory(async (directory) => {
    const server = await startProduct(directory);
    const client = createClient(server.url);
    const { token } = await createOwner(client);
    for (let dashboard = 0; dashboard < dashboards; dashboard++) {
      const cardList = Array.from({ length: cards }, (_, card) => ({
        ...textCard(`c${card}`, 'Text', card * 2),
        title: titleOf(dashboard * cards + card),
      }));
      await createDashboard(client, token, dashboardOf('', cardList, { title: titleOf(dashboard) }));
    }
    const search = async (q: string) => {
      const startedAt = performance.now();
      const { status } = await client.call('GET /search', { q }, { token });
      if (status !== 200) throw new Error(`a search failed with status ${status}`);
      return performance.now() - startedAt;
    };
    const first = await search('');
    // Warm-up.
    for (const q of keystrokes) await search(q);
    const times: number[] = [];
    for (let round = 0; round < 3; round++) for (const q of keystrokes) times.push(await search(q));
    await server.stop();
    const p95 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)]!;
    return [
      { name: 'search over 10,000 names, p95', value: p95, unit: 'ms', atMost: 50 },
      { name: 'the first search after a start', value: first, unit: 'ms', atMost: 3000 },
    ];
  });
}
