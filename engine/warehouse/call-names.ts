import { foldIdentifier } from '#domain/text/identifier.ts';
import { functionProblemOf } from './check-tree.ts';
import { isAllowedFunction, isAllowedTableFunction, isParametricType } from './functions.ts';
import type { SqlToken } from './tokens.ts';

// Words that a parenthesis may follow without a call, and functions that the parser replaces by others.
const keywords = new Set(
  `all and any anti as asc asof between both by case columns cross cube date_add date_sub dateadd datesub desc distinct else end except exists extract fetch
   filter first following from full global group having in inner intersect interpolate interval is join last leading left
   like limit materialized not nulls offset on or order outer over partition preceding prewhere qualify recursive
   regexp replace right rollup rows select semi sets some staleness step then timestamp_add timestamp_sub
   timestampadd timestampsub to top totals trailing union using values when where
   window with`.split(/\s+/),
);

/**
 * Second check, which does not depend on what the server prints: every name before a parenthesis is an allowed function,
 * a type or a keyword.
 */
export function checkCallNames(tokens: SqlToken[]): void {
  for (const [index, { kind, text, at }] of tokens.entries()) {
    const next = tokens[index + 1];
    if ((kind !== 'word' && kind !== 'name') || next?.kind !== 'symbol' || next.text !== '(') continue;
    const isKeyword = kind === 'word' && keywords.has(foldIdentifier(text));
    if (isKeyword || isAllowedFunction(text) || isAllowedTableFunction(text) || isParametricType(text)) continue;
    throw functionProblemOf(text, at);
  }
}
