import { Problem } from '#contract/errors.ts';
import { foldIdentifier } from '#domain/text/identifier.ts';
import type { Param } from '#domain/query/query.ts';
import type { DatabaseQuery } from '#engine/remote/driver.ts';
import { bindParams } from './bind-params.ts';
import { type QueryWarehouse, type GatedSql, passGate } from './gate.ts';
import type { TableUse } from './table-uses.ts';
import type { SqlToken } from './tokens.ts';
import { quoteIdentifier, sizeSettingsOf, type SpellToken, writeSql } from './write-sql.ts';

/**
 * A dataset as a table for a person's SQL: its name there, and its rows as a SELECT. Its times are in the zone of the
 * person (`toTimeZone`): that of the session applies to new values only, not to columns of tables.
 */
export type WarehouseTable = { schema?: string; name: string; sql: string };

type PersonStatement = { sql: string; params: Param[]; zone: string; sources: WarehouseTable[]; limit: number };

/**
 * The query to send to the server for a person's SQL, which passes the gate here. The rows of a source replace its
 * name, and each CTE gets a name that the SQL does not contain, with the old one as its alias: so a name reaches a
 * source, a CTE, or nothing, whatever tables the database has. The client adds `readonly`, which forbids writing and
 * changing settings.
 */
export async function personSqlOf(
  { sql, params, zone, sources, limit }: PersonStatement,
  queryWarehouse: QueryWarehouse,
): Promise<Pick<DatabaseQuery, 'sql' | 'params' | 'settings'>> {
  const gated = await passGate(sql, queryWarehouse);
  const bound = bindParams(gated.params, params);
  const spellTable = tableSpeller(gated, sources);
  const spell: SpellToken = (token, index) => {
    if (token.kind !== 'param') return spellTable(index);
    const number = gated.params.indexOf(token.text);
    return `{p${number + 1}:${bound[number]!.type}}`;
  };
  const text = `SELECT * FROM (\n${writeSql(gated.tokens, spell).text}\n) LIMIT ${limit + 1}`;
  return {
    sql: text,
    params: bound.map(({ value }) => value),
    settings: { ...scopeSettings, session_timezone: zone, ...sizeSettingsOf(text) },
  };
}

// Names in the rows of a source mean its own columns. Without this analyzer `with 1 as n` would replace `n` there as well.
const scopeSettings = { allow_experimental_analyzer: 1 };

/** Writes the rows of sources and the new names of CTEs. */
function tableSpeller(gated: GatedSql, sources: WarehouseTable[]): (index: number) => string | undefined {
  const cteNameOf = (index: number) => `${gated.prefix}c${index}`;
  const spellings = new Map<number, string>();
  for (const use of gated.uses) {
    const { cte, name, needsAlias, first, last } = use;
    const rows = cte === null ? `(\n${findSource(use, sources).sql}\n)` : cteNameOf(cte);
    for (let index = first + 1; index <= last; index++) spellings.set(index, '');
    spellings.set(first, needsAlias ? `${rows} AS ${quoteIdentifier(name)}` : rows);
  }
  for (const index of gated.ctes) spellings.set(index, cteNameOf(index));
  for (const index of schemaTokensOf(gated)) spellings.set(index, '');
  return (index) => spellings.get(index);
}

/** The tokens of `shop.` in `shop.visits.city`: the alias of the table is `visits`. */
function schemaTokensOf({ tokens, uses }: GatedSql): number[] {
  const keyOf = (schema: string, name: string) => JSON.stringify([schema, name]);
  const qualifiedNames = new Set(uses.flatMap(({ schema, name }) => (schema === null ? [] : [keyOf(schema, name)])));
  const isDot = (token: SqlToken | undefined) => token?.kind === 'symbol' && token.text === '.';
  return tokens.flatMap(({ text }, index) => {
    const isPath = !isDot(tokens[index - 1]) && isDot(tokens[index + 1]) && isDot(tokens[index + 3]);
    return isPath && qualifiedNames.has(keyOf(text, tokens[index + 2]!.text)) ? [index, index + 1] : [];
  });
}

function findSource({ schema, name, at }: TableUse, sources: WarehouseTable[]): WarehouseTable {
  const source = sources.find(
    (each) =>
      foldIdentifier(each.name) === foldIdentifier(name) &&
      foldIdentifier(each.schema ?? '') === foldIdentifier(schema ?? ''),
  );
  if (source) return source;
  const value = schema === null ? name : `${schema}.${name}`;
  throw new Problem('sql_table_unknown', { value, ...(at !== null && { at }) });
}
