import { offsetAt } from '#domain/cells/cells.ts';
import { emptyPattern } from '#domain/cells/empty-cells.ts';
import { quoteText } from '#engine/sql/quote.ts';

/*
 * DuckDB macros that parse cells written for people. Each macro accepts a subset of what readCell in domain/cells/cells.ts
 * accepts: cells for which it returns null are read again there, one row at a time.
 */
const wide = "'０１２３４５６７８９．％－＋，', '0123456789.%-+,'";
const blank = quoteText(emptyPattern);
const numeral = String.raw`'^[+-]? ?[￥¥$€£]? ?-?([1-9]\d{0,2}(,\d{3})+|\d+)(\.\d+)?(%|万|亿)?元?$'`;
/** Years as in the domain: those before 100 are refused. */
export const yearPattern = String.raw`(?:[1-9]\d|0[1-9])\d\d`;
const compactDay = String.raw`'^${yearPattern}\d{4}$'`;
const isoDay = String.raw`'^${yearPattern}-\d{1,2}-\d{1,2}$'`;
const isoTime = String.raw`'^${yearPattern}-\d{1,2}-\d{1,2}[ T]\d{1,2}:\d\d(:\d\d(\.\d{1,6})?)?$'`;
const zonedTime = String.raw`'^${yearPattern}-\d{1,2}-\d{1,2}[ T]\d{1,2}:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d(:\d\d)?)$'`;
// The same separator twice, of which the groups of the other alternatives are empty. A digit that follows would become
// part of the day.
const rest = String.raw`((?s:\D.*)?)$`;
const yearFirst = String.raw`regexp_replace(trim(c),
  '^(\d{4})(?:/(\d{1,2})/(\d{1,2})|\.(\d{1,2})\.(\d{1,2})|年(\d{1,2})月(\d{1,2})日?)${rest}', '\1-\2\4\6-\3\5\7\8')`;
const yearLast = String.raw`'^(\d{1,2})(?:/(\d{1,2})/|\.(\d{1,2})\.|-(\d{1,2})-)(\d{4})${rest}'`;
const dotted = String.raw`'^\d{1,2}\.'`;

export const cellMacros = [
  `create macro is_blank(c) as regexp_matches(c, ${blank}, 'i')`,
  `create macro digits_of(c) as regexp_replace(c, '[^0-9.+-]', '', 'g')`,
  // By exponent and not by multiplication: 1.1% is 0.011 and not 0.011000000000000001.
  `create macro scaled(c) as try_cast(digits_of(c) || case when ends_with(c, '%') then 'e-2'
     when contains(c, '万') then 'e4' when contains(c, '亿') then 'e8' else '' end as double)`,
  // Turns a decimal comma into a decimal point.
  `create macro pointed(c) as translate(c, '.,．，', ',.,.')`,
  `create macro number_of(c) as case when regexp_matches(translate(trim(c), ${wide}), ${numeral})
     then scaled(translate(trim(c), ${wide})) end`,
  `create macro integer_of(c) as case when number_of(c) = trunc(number_of(c)) and abs(number_of(c)) < 9e15
     then number_of(c)::bigint end`,
  `create macro boolean_of(c) as case when lower(trim(c)) in ('true', 't', 'yes', 'y', '1', '是', '真') then true
     when lower(trim(c)) in ('false', 'f', 'no', 'n', '0', '否', '假') then false end`,
  // 31.01.2026 always begins with the day; other formats depend on the column.
  `create macro iso_of(c, day_first) as case when regexp_matches(c, '^\\s*\\d{4}') then ${yearFirst}
     when day_first or regexp_matches(trim(c), ${dotted}) then regexp_replace(trim(c), ${yearLast}, '\\5-\\2\\3\\4-\\1\\6')
     else regexp_replace(trim(c), ${yearLast}, '\\5-\\1-\\2\\3\\4\\6') end`,
  `create macro date_of(c, day_first) as case when regexp_matches(iso_of(c, day_first), ${isoDay})
     then try_cast(iso_of(c, day_first) as date) when regexp_matches(c, ${compactDay})
     then try_cast(try_strptime(c, '%Y%m%d') as date) end`,
  `create macro local_of(c, day_first) as case when regexp_matches(iso_of(c, day_first), ${isoTime})
     then try_cast(iso_of(c, day_first) as timestamp) else date_of(c, day_first)::timestamp end`,
  `create macro zoned_of(c, day_first) as case when regexp_matches(iso_of(c, day_first), ${zonedTime})
     then try_cast(iso_of(c, day_first) as timestamptz) end`,
  // The first day of the period in a cell.
  `create macro year_of(c) as case when regexp_matches(c, '^(1[6-9]|20)\\d\\d$') then make_date(c::integer, 1, 1) end`,
  `create macro month_of(c) as case when regexp_matches(c, '^${yearPattern}[-/]?(0[1-9]|1[0-2])$')
     then make_date(left(c, 4)::integer, right(c, 2)::integer, 1) end`,
  `create macro quarter_of(c) as case when regexp_matches(c, '^${yearPattern}-?Q[1-4]$')
     then make_date(left(c, 4)::integer, right(c, 1)::integer * 3 - 2, 1) end`,
  // Deep nesting crashes the process, so only short cells are parsed here.
  `create macro json_of(c) as case when length(c) < 2000 and json_valid(c) then c::json end`,
];

const firstYear = 1970;
const lastYear = 2100;

/**
 * SQL that converts local time in a zone to an instant. The slow calendar library is used only before the zone's last
 * offset change.
 */
export function momentSql(local: string, zone: string): string {
  const { since, offset } = stableOffsetOf(zone);
  const converted = `timezone(${quoteText(zone)}, ${local})`;
  if (since === null) return converted;
  const shifted = `make_timestamptz(epoch_us(${local}) - ${offset * 1000})`;
  return `case when ${local} >= make_timestamp(${since * 1000}) then ${shifted} else ${converted} end`;
}

/** The local time since which a zone has had a constant offset, if it still has it. */
function stableOffsetOf(zone: string): { since: number | null; offset: number } {
  const month = 1000 * 60 * 60 * 24 * 28;
  const offset = offsetAt(zone, Date.UTC(lastYear));
  for (let moment = Date.UTC(lastYear); moment > Date.UTC(firstYear); moment -= month) {
    if (offsetAt(zone, moment) !== offset) {
      const isLongAgo = moment < Date.UTC(2020);
      return { since: isLongAgo ? moment + 3 * month : null, offset };
    }
  }
  return { since: Date.UTC(firstYear), offset };
}
