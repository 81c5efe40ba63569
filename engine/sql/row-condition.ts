import type { Clock } from '#domain/time/span.ts';
import type { FileSource, WarehouseSource } from '#engine/engine.ts';
import { clickhouse, clickhouseLiteral } from './dialects/clickhouse.ts';
import { duckdb, duckdbLiteral } from './dialects/duckdb.ts';
import { renderLiterals } from './fragment.ts';
import { ownRuleConditionOf, storedColumnsOf } from './model.ts';
import type { TableModel } from './scope.ts';

const dialects = {
  files: { dialect: duckdb, literal: duckdbLiteral },
  warehouse: { dialect: clickhouse, literal: clickhouseLiteral },
};

/**
 * A source without the rows that the row rule hides, for readers that do not use the compiler: SQL of people, pages of
 * rows, profiles. It has no rows at all if the rule needs related tables, which a source does not have.
 */
export function restrictSource<S extends FileSource | WarehouseSource>(source: S, model: TableModel, clock: Clock): S {
  const { dialect, literal } = dialects[source.at];
  const byId = source.columns.map(({ id, type }) => ({ id, name: id, type }));
  const table = { name: source.name, columns: byId, metrics: [], model };
  const condition = ownRuleConditionOf(table, { dialect, clock });
  const used = storedColumnsOf(table, []);
  const rowCondition = condition
    ? {
        sql: renderLiterals(condition, { quote: dialect.quote, literal }),
        columns: source.columns.filter(({ id }) => used.includes(id)),
      }
    : { sql: '1 = 0', columns: [] };
  return { ...source, rowCondition };
}
