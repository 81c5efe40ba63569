select
  `#d1` as `weekday`,
  `#d2` as `hour`,
  `#d3` as `month`,
  `#a1` as `n`
from (
  select
    toDayOfWeek(toDateTime64(t.`at`, 6, 'America/New_York')) as `#d1`,
    toHour(toDateTime64(t.`at`, 6, 'America/New_York')) as `#d2`,
    toMonth(t.`due "day"`) as `#d3`,
    count(*) as `#a1`
  from `orders` as t
  where toDayOfWeek(toDateTime64(t.`at`, 6, 'America/New_York')) in ({p1:Int64}, {p2:Int64})
    and toMonth(t.`due "day"`) in ({p3:Int64})
  group by 1, 2, 3
) as grouped
order by `weekday` asc nulls last, `hour` asc nulls last, `month` asc nulls last
limit 10000
-- 1: 2
-- 2: 7
-- 3: 1
