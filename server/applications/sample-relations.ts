import { randomUUID } from 'node:crypto';

import type { Column } from '#domain/query/query.ts';
import type { SampleTable } from '#engine/duckdb/tasks.ts';
import type { relations } from '#server/database/schema.ts';

/** Both datasets have the column; in the related one it identifies a row. */
type SampleRelation = { from: SampleTable; to: SampleTable; column: string; label: { en_US: string; zh_CN: string } };

const sampleRelations: SampleRelation[] = [
  { from: 'orders', to: 'products', column: 'sku', label: { en_US: 'Product', zh_CN: '商品' } },
  { from: 'orders', to: 'customers', column: 'customer', label: { en_US: 'Customer', zh_CN: '顾客' } },
];

type RelatableDataset = { id: string; dataset: { name: SampleTable }; columns: Column[] };

/** The relations between the datasets of a sample. */
export function sampleRelationsOf(plan: RelatableDataset[]): (typeof relations.$inferInsert)[] {
  const keyOf = (table: SampleTable, column: string) => {
    const { id, columns } = plan.find(({ dataset }) => dataset.name === table)!;
    return { datasetId: id, columnId: columns.find(({ name }) => name === column)!.id };
  };
  // Relations that were created at the same time are listed by id, so the ids are sorted.
  const ids = sampleRelations.map(() => randomUUID()).toSorted();
  return sampleRelations.map(({ from, to, column, label }, index) => {
    const [own, related] = [keyOf(from, column), keyOf(to, column)];
    return {
      id: ids[index]!,
      datasetId: own.datasetId,
      relatedId: related.datasetId,
      label,
      cardinality: 'many_to_one',
      keys: [{ column: own.columnId, relatedColumn: related.columnId }],
    };
  });
}
