select
  "#d1" as "week",
  "#a1" as "cities"
from (
  select
    date_add('day', -1, cast(date_trunc('week', date_add('day', 1, cast(cast(t."at" at time zone 'Asia/Kolkata' as timestamp(6)) as date))) as date)) as "#d1",
    count(distinct t."city") as "#a1"
  from "orders" as t
  group by 1
) as grouped
order by "week" asc nulls last
limit 10000
