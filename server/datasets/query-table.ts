import type { Origin } from '#domain/query/query.ts';
import { relationStepOf } from '#domain/query/relation.ts';
import type { EngineSource } from '#engine/engine.ts';
import { neededColumnsOf } from '#engine/sql/model.ts';
import type { QueryTable } from '#engine/sql/scope.ts';
import { queryTableOf } from '#engine/sql/source.ts';
import type { DatasetSnapshot, RelatedSnapshot } from './snapshot.ts';

/** The table that queries on a snapshot read, with its calculated columns, related tables and row rule. */
export function tableOfSnapshot({ source, related, nonNegative = [], ...snapshot }: DatasetSnapshot): QueryTable {
  const tables = related.map((each) => ({
    relation: each.relation,
    keys: each.keys,
    isOneToOne: each.isOneToOne,
    keyCount: each.keyCount,
    table: tableOfSnapshot(partnerOf(each)),
  }));
  const { rows: rowCount, metrics, calculated, rowRule, valueCounts } = snapshot;
  const table = queryTableOf(wholeSourceOf(source), metrics);
  const columns = table.columns.map((each) =>
    nonNegative.includes(each.id) ? { ...each, isNonNegative: true } : each,
  );
  return { ...table, columns, rowCount, valueCounts, model: { calculated, related: tables, rowRule } };
}

/** The sources that a query with these columns reads. */
export function sourcesOfSnapshot(snapshot: DatasetSnapshot, used: string[]): EngineSource[] {
  const needed = [...neededColumnsOf(tableOfSnapshot(snapshot), used)].map(relationStepOf);
  const partners = snapshot.related.flatMap((each) => {
    const columns = needed.filter(({ relation }) => relation === each.relation).map(({ column }) => column);
    if (columns.length === 0) return [];
    return sourcesOfSnapshot(partnerOf(each), [...columns, ...each.keys.map(({ relatedColumn }) => relatedColumn)]);
  });
  // Two paths may lead to the same relation.
  return [wholeSourceOf(snapshot.source), ...new Map(partners.map((partner) => [partner.name, partner])).values()];
}

/** Compiled queries contain the row rule, so that the engine can combine it with their own conditions. */
const wholeSourceOf = (source: EngineSource): EngineSource =>
  source.at === 'connection' || !source.rowCondition ? source : { ...source, rowCondition: undefined };

/** A related snapshot under a unique name: datasets of two applications may have the same name. */
const partnerOf = ({ relation, snapshot }: RelatedSnapshot): DatasetSnapshot => ({
  ...snapshot,
  source: { ...snapshot.source, name: `#${relation}` },
});

/** The dataset of a snapshot and those related to it. */
export const originsOfSnapshot = ({ origin, related }: DatasetSnapshot): Origin[] => [
  origin,
  ...related.flatMap((each) => originsOfSnapshot(each.snapshot)),
];

/** The row rule of a reader when a snapshot was restricted; null if they see all rows. */
export type AppliedRule = { dataset: string; rowRule: DatasetSnapshot['rowRule'] };

/** The rules of a snapshot and of those related to it. */
export const rulesOfSnapshot = ({ origin, rowRule, related }: DatasetSnapshot): AppliedRule[] => [
  { dataset: origin.id, rowRule },
  ...related.flatMap((each) => rulesOfSnapshot(each.snapshot)),
];
