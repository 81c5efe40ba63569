select
  "#d1" as "weekday",
  "#d2" as "hour",
  "#d3" as "month",
  "#a1" as "n"
from (
  select
    day_of_week(cast(t."at" at time zone 'America/New_York' as timestamp(6))) as "#d1",
    hour(cast(t."at" at time zone 'America/New_York' as timestamp(6))) as "#d2",
    month(t."due ""day""") as "#d3",
    count(*) as "#a1"
  from "orders" as t
  where day_of_week(cast(t."at" at time zone 'America/New_York' as timestamp(6))) in (cast(? as bigint), cast(? as bigint))
    and month(t."due ""day""") in (cast(? as bigint))
  group by 1, 2, 3
) as grouped
order by "weekday" asc nulls last, "hour" asc nulls last, "month" asc nulls last
limit 10000
-- 1: 2
-- 2: 7
-- 3: 1
