import { setTimeout as sleep } from 'node:timers/promises';

import { createClient } from '#server/testing/client.ts';
import { loadFile } from '#server/testing/data.ts';
import { connectionOf, createOwner, queryOnce } from '#server/testing/product.ts';
import type { Measurement } from './measurement.ts';
import { memoryOf } from './process-usage.ts';
import { startProduct, withDirectory } from './product.ts';

const alerts = 10_000;
const distinct = 100;
const interval = 5 * 60;
const streams = 500;

/** How long it takes to check 10,000 alerts, and the memory of 500 open event streams. */
export async function measureAlerts(): Promise<Measurement[]> {
  return withDirectory(async (directory) => {
    const server = await startProduct(directory);
    const client = createClient(server.url);
    const { token, member } = await createOwner(client);
    const days = Array.from({ length: 365 }, (_, ago) =>
      new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10),
    );
    const dataset = await loadFile(client, token, 'orders.csv', `day,n\n${days.map((day) => `${day},1`).join('\n')}\n`);
    const query = await connectionOf(directory).then(
      (to) => (text: string, values?: unknown[]) => queryOnce(to, text, values),
    );
    const column = (name: string) => dataset.columns.find((each) => each.name === name)!.id;
    const watch = {
      dataset: dataset.id,
      formula: { kind: 'sum', column: column('n') },
      filters: [],
      time: { column: column('day'), grain: { unit: 'day' } },
      by: null,
      isRunning: false,
    };
    // 100 distinct queries, each of 100 alerts; all are due now.
    await query(
      `insert into alerts (id, name, member_id, reads, watch, condition, schedule, zone, next_check_at)
       select 'a' || n, 'Alert ' || n, $1, array[$2],
         jsonb_set($3::jsonb, '{filters}', jsonb_build_array(jsonb_build_object('op', 'less', 'column', $4::text, 'value', 10 + n % ${distinct}))),
         '{"kind":"below","value":0}', '{"kind":"every","minutes":${interval / 60}}', 'UTC', now()
       from generate_series(1, ${alerts}) n`,
      [member.id, dataset.id, JSON.stringify(watch), column('n')],
    );
    const startedAt = performance.now();
    const countUnchecked = async () =>
      Number((await query('select count(*) as n from alerts where last_checked_at is null'))[0]!['n']);
    while ((await countUnchecked()) > 0) await sleep(200);
    const seconds = (performance.now() - startedAt) / 1000;
    const before = await memoryOf(server.pid);
    const controller = new AbortController();
    const headers = { authorization: `Bearer ${token}` };
    for (let stream = 0; stream < streams; stream++)
      await fetch(`${server.url}/api/live`, { headers, signal: controller.signal });
    const cost = Math.max(0, (await memoryOf(server.pid)) - before);
    controller.abort();
    await server.stop();
    return [
      {
        name: 'time to check 10,000 alerts, relative to their interval',
        value: seconds / interval,
        unit: '×',
        atMost: 1,
      },
      { name: 'memory of 500 open event streams', value: cost, unit: 'MB', atMost: 100 },
    ];
  });
}
