select
  "#d1" as "weekday",
  "#d2" as "hour",
  "#d3" as "month",
  "#a1" as "n"
from (
  select
    cast(extract(isodow from (t."at" at time zone 'America/New_York')) as integer) as "#d1",
    cast(extract(hour from (t."at" at time zone 'America/New_York')) as integer) as "#d2",
    cast(extract(month from t."due ""day""") as integer) as "#d3",
    count(*) as "#a1"
  from "orders" as t
  where cast(extract(isodow from (t."at" at time zone 'America/New_York')) as integer) in ($1::bigint, $2::bigint)
    and cast(extract(month from t."due ""day""") as integer) in ($3::bigint)
  group by 1, 2, 3
) as grouped
order by "weekday" asc nulls last, "hour" asc nulls last, "month" asc nulls last
limit 10000
-- 1: 2
-- 2: 7
-- 3: 1
