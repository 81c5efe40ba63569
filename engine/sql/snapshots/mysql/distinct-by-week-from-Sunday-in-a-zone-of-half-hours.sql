select
  `#d1` as `week`,
  `#a1` as `cities`
from (
  select
    date_add(date_sub(date(date_add(date(convert_tz(t.`at`, '+00:00', 'Asia/Kolkata')), interval 1 day)), interval weekday(date(date_add(date(convert_tz(t.`at`, '+00:00', 'Asia/Kolkata')), interval 1 day))) day), interval -1 day) as `#d1`,
    count(distinct cast(convert(t.`city` using utf8mb4) as binary)) as `#a1`
  from `orders` as t
  group by 1
) as grouped
order by `week` is null, `week` asc
limit 10000
