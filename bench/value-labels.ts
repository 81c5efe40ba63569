import { createClient } from '#server/testing/client.ts';
import { loadFile } from '#server/testing/data.ts';
import { createOwner } from '#server/testing/product.ts';
import { specOf, resultOf } from '#server/testing/queries.ts';
import { type Measurement, medianOf, timeOf } from './measurement.ts';
import { startProduct, withDirectory } from './product.ts';

const rounds = 101;
const labelledValues = 10_000;
const shownValues = 1000;

/** The time that labels add to a card with a thousand values, compared with an equal column without labels. */
export async function measureValueLabels(): Promise<Measurement[]> {
  return withDirectory(async (directory) => {
    const server = await startProduct(directory);
    const client = createClient(server.url);
    const as = { token: (await createOwner(client)).token };
    const values = Array.from({ length: labelledValues }, (_, index) => `C${String(index).padStart(5, '0')}`);
    const csv = values.map((value) => `${value},${value}`).join('\n');
    const { id, columns } = await loadFile(client, as.token, 'customers.csv', `labelled,plain\n${csv}\n`);
    const [labelled, plain] = columns.map((column) => column.id) as [string, string];
    const labels = {
      kind: 'typed' as const,
      values: values.map((value) => ({ value, label: { en_US: `Customer ${value}`, zh_CN: `顾客 ${value}` } })),
    };
    await client.call('PUT /datasets/:id/columns/:column/labels', { id, column: labelled, labels }, as);
    const load = (column: string) => {
      const spec = { ...specOf(id, { dimensions: [{ id: 'd', kind: 'value', column }] }), limit: shownValues };
      return resultOf(client, spec, { ...as, fresh: true });
    };
    // In alternation, so that other load on the machine slows both down.
    const times = { labelled: [] as number[], plain: [] as number[] };
    for (let round = 0; round < rounds; round++) {
      times.plain.push(await timeOf(() => load(plain)));
      times.labelled.push(await timeOf(() => load(labelled)));
    }
    await server.stop();
    const [withLabels, withoutLabels] = [medianOf(times.labelled), medianOf(times.plain)];
    console.log(`without labels ${withoutLabels.toFixed(1)} ms, with labels ${withLabels.toFixed(1)} ms`);
    return [
      {
        name: 'time added by the labels of a thousand values',
        value: withLabels - withoutLabels,
        unit: 'ms',
        atMost: 5,
      },
    ];
  });
}
