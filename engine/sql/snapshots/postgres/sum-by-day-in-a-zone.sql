select
  d1 as "day",
  a1 as "sum",
  sum(a1) over (order by d1 asc nulls last rows between unbounded preceding and current row) as "running"
from (
  select
    cast((t."at" at time zone 'America/New_York') as date) as d1,
    sum(t."amount") as a1
  from "orders" as t
  group by 1
) as grouped
order by "day" asc nulls last
limit 10000
