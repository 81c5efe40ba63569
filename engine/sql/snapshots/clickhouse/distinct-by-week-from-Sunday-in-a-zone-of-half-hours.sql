select
  `#d1` as `week`,
  `#a1` as `cities`
from (
  select
    addDays(addDays(toDate32(addDays(toDate32(toDateTime64(t.`at`, 6, 'Asia/Kolkata')), 1)), 1 - toDayOfWeek(toDate32(addDays(toDate32(toDateTime64(t.`at`, 6, 'Asia/Kolkata')), 1)))), -1) as `#d1`,
    count(distinct t.`city`) as `#a1`
  from `orders` as t
  group by 1
) as grouped
order by `week` asc nulls last
limit 10000
