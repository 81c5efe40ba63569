import { type Completion, completeFromList, type CompletionSource } from '@codemirror/autocomplete';
import { sql, type SQLNamespace, PostgreSQL, SQLDialect } from '@codemirror/lang-sql';
import type { Extension } from '@codemirror/state';

import { quoteIdentifier } from './identifiers.ts';

/** Common functions for autocompletion. */
const functions =
  `abs any_value approx_count_distinct approx_quantile arg_max arg_min avg cast ceil coalesce concat count countif
  cume_dist current_date date_diff date_part date_sub date_trunc day dayname dense_rank epoch extract first first_value
  floor format greatest histogram hour if ifnull ilike isodow lag last last_day last_value lead least left len length
  ln log log10 lower lpad ltrim make_date max median min minute mod month monthname now ntile nullif percent_rank
  position pow quantile_cont quantile_disc quarter rank regexp_extract regexp_matches regexp_replace repeat replace
  reverse right round row_number rpad rtrim second sign split_part sqrt starts_with stddev strftime string_agg
  string_split strptime substring sum time_bucket today trim trunc try_cast upper var_samp variance week year`.split(
    /\s+/,
  );

// Keywords of queries only: PostgreSQL has hundreds, most of them for writing.
const keywords = `all and anti any array as asc asof at between both by case collate columns cross current_date
  current_timestamp cube date desc distinct else end escape except exclude exists extract false fetch filter first
  following for from full group grouping having ilike in inner intersect interval is isnull join last lateral leading
  left like limit materialized natural not notnull null nulls offset on only or order outer over partition pivot
  positional preceding qualify range recursive replace rollup row rows sample select semi sets similar some summarize
  tablesample then ties timestamp to trailing true unbounded union unpivot using values when where window with within
  without zone`;

const types = `bigint blob boolean date decimal double float hugeint integer json smallint text time timestamp timestamptz
  tinyint uuid varchar`;

/** The SQL dialect of our engine, which is close to PostgreSQL. */
const dialect = SQLDialect.define({ ...PostgreSQL.spec, keywords, types, builtin: functions.join(' ') });

const functionCompletions: Completion[] = functions.map((name) => ({
  label: name,
  type: 'function',
  apply: `${name}(`,
  boost: -10,
}));

/** Completions for all columns of a schema, without duplicates. */
function columnsIn(schema: SQLNamespace): Completion[] {
  const byLabel = new Map<string, Completion>();
  const collect = (space: SQLNamespace) => {
    if (Array.isArray(space)) for (const each of space) if (typeof each === 'object') byLabel.set(each.label, each);
    if (!Array.isArray(space)) for (const below of Object.values(space)) collect(below as SQLNamespace);
  };
  collect(schema);
  return [...byLabel.values()].map((each) => ({ ...each, apply: quoteIdentifier(each.label) }));
}

/** Without FROM the dataset is unknown, so the columns of all datasets are offered. */
function columnsBeforeFrom(schema: SQLNamespace): CompletionSource {
  const complete = completeFromList(columnsIn(schema));
  return (context) => (/\bfrom\b/i.test(context.state.doc.toString()) ? null : complete(context));
}

/** Syntax and autocompletion. */
export const sqlLanguage = (schema: SQLNamespace): Extension => {
  const support = sql({ dialect, schema });
  return [
    support,
    support.language.data.of({ autocomplete: completeFromList(functionCompletions) }),
    support.language.data.of({ autocomplete: columnsBeforeFrom(schema) }),
  ];
};
