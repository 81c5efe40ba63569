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
    case when accurateCastOrNull(t.`units`, 'Float64') is null then null else coalesce(floor(accurateCastOrNull(t.`units`, 'Float64') * s4.down / s4.up + 1e-9) * s4.up / s4.down, s4.low) end as d4,
    count(*) as a1
  from `orders` as t
  cross join (
    select
      low,
      case when size is null then null when rough / power(10, size) < 1.41 then 1 when rough / power(10, size) < 2.24 then 2 when rough / power(10, size) < 3.54 then 2.5 when rough / power(10, size) < 7.07 then 5 else 10 end * power(10, greatest(size, 0)) as up,
      power(10, greatest(-size, 0)) as down
    from (
      select
        low,
        rough,
        floor(log10(nullif(rough, 0)) + 1e-9) as size
      from (
        select
          min(accurateCastOrNull(t.`units`, 'Float64')) as low,
          (max(accurateCastOrNull(t.`units`, 'Float64')) - min(accurateCastOrNull(t.`units`, 'Float64'))) / 5 as rough
        from `orders` as t
      ) as reach
    ) as sized
  ) as s4
  group by 1, 2, 3, 4
) as grouped
order by `hour` asc nulls last, `fiscal_year` asc nulls last, `width` asc nulls last, `bins` asc nulls last
limit 10000
-- 1: 10
-- 2: 10
