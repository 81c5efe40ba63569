import type { DuckDBConnection } from '@duckdb/node-api';

import { foldIdentifier } from '#domain/text/identifier.ts';
import { allowedFunctions, allowedTableFunctions } from './functions.ts';
import { quoteName } from '#engine/sql/quote.ts';

// Excludes internal functions that collations and the optimizer call.
const listFunctions = `select distinct function_name, function_type like 'table%' as is_table from duckdb_functions()
  where regexp_full_match(function_name, '[a-zA-Z]\\w*') and function_name not like 'icu\\_%' escape '\\'
    and function_type <> 'pragma'`;

let macros: Promise<string> | undefined;

/**
 * Second line of defence behind the gate: macros in the default schema shadow every function that a person's SQL may
 * not call, and with them the catalogue views, which read those functions. Only a name with a catalogue prefix still
 * reaches the original, and the gate rejects all of those.
 */
export async function closeFunctions(connection: DuckDBConnection): Promise<void> {
  macros ??= createMacros(connection).catch((error: unknown) => {
    macros = undefined;
    throw error;
  });
  await connection.run(await macros);
}

async function createMacros(connection: DuckDBConnection): Promise<string> {
  const reader = await connection.runAndReadAll(listFunctions);
  const functions = reader.getRows() as [string, boolean][];
  const closed = functions.filter(
    ([name, isTable]) => !(isTable ? allowedTableFunctions : allowedFunctions).has(foldIdentifier(name)),
  );
  const statements = closed.map(
    ([name, isTable]) =>
      `create or replace macro ${quoteName(name)}() as ${isTable ? 'table select ' : ''}error('closed')`,
  );
  return ['begin', ...statements, 'commit'].join(';\n');
}
