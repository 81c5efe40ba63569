select
  d1 as `hour`,
  d2 as `fiscal_year`,
  d3 as `width`,
  d4 as `bins`,
  a1 as `n`
from (
  select
    toStartOfHour(toTimeZone(t.`at`, 'UTC')) as d1,
    addMonths(toStartOfYear(toDate32(addMonths(toStartOfMonth(toDate32(t.`due "day"`)), -3))), 3) as d2,
    floor(accurateCastOrNull(t.`amount`, 'Float64') / {p1:Float64}) * {p2:Float64} as d3,
    case when accurateCastOrNull(t.`units`, 'Float64') is null then null else s4.low + coalesce(case when floor((accurateCastOrNull(t.`units`, 'Float64') - s4.low) / nullif(((s4.high - s4.low) / 5), 0)) > 4 then 4 else floor((accurateCastOrNull(t.`units`, 'Float64') - s4.low) / nullif(((s4.high - s4.low) / 5), 0)) end, 0) * ((s4.high - s4.low) / 5) end as d4,
    count(*) as a1
  from `orders` as t
  cross join (
    select
      min(accurateCastOrNull(t.`units`, 'Float64')) as low,
      max(accurateCastOrNull(t.`units`, 'Float64')) as high
    from `orders` as t
  ) as s4
  group by 1, 2, 3, 4
) as grouped
order by `hour` asc nulls last, `fiscal_year` asc nulls last, `width` asc nulls last, `bins` asc nulls last
limit 10000
-- 1: 10
-- 2: 10
