import { foldIdentifier } from '#domain/text/identifier.ts';
import { nearestOf } from '#domain/text/nearest-name.ts';
import { aggregateFunctions, combinators, scalarFunctions, tableFunctions } from './allowed-functions.ts';

// Some names are case-insensitive, others are not; the server itself rejects a wrong case.
const foldedSet = (names: string[]) => new Set(names.map(foldIdentifier));
const scalars = foldedSet(scalarFunctions);
const aggregates = foldedSet(aggregateFunctions);
const tables = foldedSet(tableFunctions);
const suffixes = combinators.map(foldIdentifier);

/** Whether a person's SQL may call a function. */
export function isAllowedFunction(name: string): boolean {
  const folded = foldIdentifier(name);
  return scalars.has(folded) || isAllowedAggregate(folded);
}

const maxNameLength = 100;

/** An aggregate, perhaps with combinators: `sum`, `sumIf`, `sumDistinctIf`. */
function isAllowedAggregate(folded: string): boolean {
  if (aggregates.has(folded)) return true;
  if (folded.length > maxNameLength) return false;
  return suffixes.some((suffix) => folded.endsWith(suffix) && isAllowedAggregate(folded.slice(0, -suffix.length)));
}

export const isAllowedTableFunction = (name: string) => tables.has(foldIdentifier(name));

/** The allowed function that was probably meant by another name. */
export const nearestFunctionOf = (name: string) => nearestOf(name, [...scalarFunctions, ...aggregateFunctions]);

/** Functions whose second argument can be the name of a table. */
export const inFunctions: ReadonlySet<string> = foldedSet(['in', 'notIn', 'globalIn', 'globalNotIn']);

/**
 * Functions whose first argument can be a function. Newer servers accept the name of a function there, which looks
 * like a column.
 */
export const higherOrderFunctions: ReadonlySet<string> = foldedSet(
  `arrayAll arrayAvg arrayCompact arrayCount arrayCumSum arrayCumSumNonNegative arrayDifference arrayExists arrayFill
   arrayFilter arrayFirst arrayFirstIndex arrayFirstOrNull arrayFold arrayLast arrayLastIndex arrayLastOrNull arrayMap
   arrayMax arrayMin arrayPartialReverseSort arrayPartialSort arrayProduct arrayReverseFill arrayReverseSort
   arrayReverseSplit arraySort arraySplit arraySum mapAll mapApply mapExists mapFilter mapPartialReverseSort
   mapPartialSort mapReverseSort mapSort`.split(/\s+/),
);

/** Functions whose second argument is the name of a type, and those whose last argument is. */
export const castFunctions: ReadonlySet<string> = foldedSet(
  'CAST accurateCast accurateCastOrDefault accurateCastOrNull'.split(' '),
);
export const typedJsonFunctions: ReadonlySet<string> = foldedSet(
  `JSONExtract JSONExtractCaseInsensitive JSONExtractKeysAndValues
   JSONExtractKeysAndValuesCaseInsensitive`.split(/\s+/),
);

const parametricTypes = foldedSet(
  `Array BINARY BLOB CHAR CHARACTER DateTime DateTime32 DateTime64 DEC Decimal Decimal32 Decimal64 Decimal128 Decimal256
   DOUBLE Dynamic Enum Enum8 Enum16 FIXED FixedString FLOAT INT JSON LowCardinality Map NCHAR Nullable NUMERIC NVARCHAR
   REAL String TEXT Time64 TIMESTAMP Tuple VARBINARY VARCHAR VARCHAR2 Variant`.split(/\s+/),
);

/** Whether a word before a parenthesis is a type. Types of aggregate states are not allowed, and all have parameters. */
export const isParametricType = (name: string) => parametricTypes.has(foldIdentifier(name));

/** Whether a text names a type that is allowed, such as `Array(Nullable(String))`. */
export const isAllowedType = (text: string) =>
  Array.from(text.matchAll(/([^\s(,]*)\s*\(/g), ([, name]) => name!).every(isParametricType);

/*
 * Functions that the server calls without parentheses where no column has their name. Others of this kind, such as
 * `now`, are allowed. Includes names that standard SQL or the server may add.
 */
const bareFunctions = foldedSet(
  `authenticated_user authenticatedUser authUser connection_id connectionID current_catalog current_database
   current_path current_profiles current_query_id current_role current_roles current_schema current_schemas current_user
   currentDatabase currentProfiles currentQueryID currentRoles currentSchemas currentUser database defaultRoles
   enabledProfiles enabledRoles FQDN fullHostName hostName initial_query_id initialQueryID query_id queryID schema
   serverUUID session_user sessionUser system_user systemUser user`.split(/\s+/),
);

export const isBareFunction = (name: string) => bareFunctions.has(foldIdentifier(name));
