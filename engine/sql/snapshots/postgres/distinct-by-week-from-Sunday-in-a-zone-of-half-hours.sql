select
  "#d1" as "week",
  "#a1" as "cities"
from (
  select
    (cast(date_trunc('week', (cast((t."at" at time zone 'Asia/Kolkata') as date) + 1)) as date) + -1) as "#d1",
    count(distinct cast(t."city" as text) collate "C") as "#a1"
  from "orders" as t
  group by 1
) as grouped
order by "week" asc nulls last
limit 10000
