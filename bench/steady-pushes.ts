import autocannon from 'autocannon';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Pusher } from '#server/testing/push.ts';
import { eventsOf } from './ingestion.ts';
import type { WarehouseInstallation } from './warehouse-installation.ts';

const batch = 200;
/** Different bodies: repeating one would compress to almost nothing. */
const bodies = Array.from({ length: 500 }, (_, index) => eventsOf(batch, index * batch));

/** Pushes events at a steady rate to all servers, and waits until they are visible; returns their number. */
export async function pushSteadily(
  { servers }: WarehouseInstallation,
  pusher: Pusher,
  { dataset, rate, seconds }: { dataset: string; rate: number; seconds: number },
): Promise<number> {
  const loads = servers.map(({ url }) =>
    autocannon({
      url: `${url}/api/ingest/${dataset}`,
      method: 'POST',
      headers: { authorization: `Bearer ${pusher.secret}`, 'content-type': 'application/json' },
      requests: bodies.map((body) => ({ body })),
      connections: 8,
      duration: seconds,
      overallRate: rate / batch / servers.length,
    }),
  );
  const results = await Promise.all(loads);
  const failed = results.reduce((sum, { non2xx, errors }) => sum + non2xx + errors, 0);
  if (failed > 0) throw new Error(`${failed} pushes failed`);
  const events = results.reduce((sum, { requests }) => sum + requests.total * batch, 0);
  // Requests in flight at the end are stored but not counted.
  while (((await pusher.find(dataset))?.rows ?? 0) < events) await sleep(200);
  return events;
}
