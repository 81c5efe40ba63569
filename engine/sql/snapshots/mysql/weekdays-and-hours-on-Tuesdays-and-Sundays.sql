select
  `#d1` as `weekday`,
  `#d2` as `hour`,
  `#d3` as `month`,
  `#a1` as `n`
from (
  select
    weekday(convert_tz(t.`at`, '+00:00', 'America/New_York')) + 1 as `#d1`,
    hour(convert_tz(t.`at`, '+00:00', 'America/New_York')) as `#d2`,
    month(t.`due "day"`) as `#d3`,
    count(*) as `#a1`
  from `orders` as t
  where weekday(convert_tz(t.`at`, '+00:00', 'America/New_York')) + 1 in (cast(? as signed), cast(? as signed))
    and month(t.`due "day"`) in (cast(? as signed))
  group by 1, 2, 3
) as grouped
order by `weekday` is null, `weekday` asc, `hour` is null, `hour` asc, `month` is null, `month` asc
limit 10000
-- 1: 2
-- 2: 7
-- 3: 1
