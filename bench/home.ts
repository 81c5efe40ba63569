import { createClient } from '#server/testing/client.ts';
import { createOwner } from '#server/testing/product.ts';
import { type Measurement, medianOf } from './measurement.ts';
import { startProduct, withDirectory } from './product.ts';

const rounds = 50;

/** How long the API calls of the home page take on the sample, all at once as the page makes them. */
export async function measureHome(): Promise<Measurement[]> {
  return withDirectory(async (directory) => {
    const server = await startProduct(directory);
    const client = createClient(server.url);
    const as = { token: (await createOwner(client)).token };
    await client.call('POST /sample', {}, as);
    const load = async () => {
      const startedAt = performance.now();
      const answers = await Promise.all([
        client.call('GET /me', {}, as),
        client.call('GET /dashboards', {}, as),
        client.call('GET /applications', {}, as),
        client.call('GET /notifications', {}, as),
        client.call('GET /changelog/seen', {}, as),
      ]);
      if (answers.some(({ status }) => status !== 200)) throw new Error('an API call of the home page failed');
      return performance.now() - startedAt;
    };
    for (let round = 0; round < rounds; round++) await load();
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) times.push(await load());
    await server.stop();
    return [
      { name: 'API calls of the home page on the sample, median', value: medianOf(times), unit: 'ms', atMost: 100 },
    ];
  });
}
