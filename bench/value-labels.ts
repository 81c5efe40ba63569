import { createClient } from '#server/testing/client.ts';
import { createOwner } from '#server/testing/product.ts';
import { askOf, resultOf } from '#server/testing/queries.ts';
import { type Measurement, medianOf, timeOf } from './measurement.ts';
import { startProduct, withDirectory } from './product.ts';

const rounds = 41;

/** What labels add to a card with a thousand values, each with a label in both languages. */
export async function measureValueLabels(): Promise<Measurement[]> {
  return withDirectory(async (directory) => {
    const server = await startProduct(directory);
    const client = createClient(server.url);
    const as = { token: (await createOwner(client)).token };
    const { id: application } = (await client.call('POST /sample', {}, as)).body;
    const { body: datasets } = await client.call('GET /applications/:id/datasets', { id: application }, as);
    const { id } = datasets.find(({ name }) => name === 'orders')!;
    const { body: dataset } = await client.call('GET /datasets/:id', { id }, as);
    const column = dataset.columns.find(({ name }) => name === 'customer')!.id;
    const ask = askOf(id, { dimensions: [{ id: 'd', kind: 'value', column }] });
    const load = (limit = 1000) => resultOf(client, { ...ask, limit }, { ...as, fresh: true });
    const measure = async () => {
      await load();
      const times: number[] = [];
      for (let round = 0; round < rounds; round++) times.push(await timeOf(() => load()));
      return medianOf(times);
    };
    const plain = await measure();
    const values = ((await load(10_000)).values[0] as string[]).map((value) => ({
      value,
      label: { en_US: `Customer ${value}`, zh_CN: `顾客 ${value}` },
    }));
    const labels = { kind: 'typed' as const, values };
    await client.call('PUT /datasets/:id/columns/:column/labels', { id, column, labels }, as);
    const labelled = await measure();
    await server.stop();
    console.log(`without labels ${plain.toFixed(1)} ms, with labels ${labelled.toFixed(1)} ms`);
    return [{ name: 'added by the labels of a thousand values', value: labelled - plain, unit: 'ms', atMost: 5 }];
  });
}
