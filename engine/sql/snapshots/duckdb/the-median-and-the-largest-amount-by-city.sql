select
  "#d1" as "city",
  (round("#a1", coalesce(try_cast(14 - floor(log10(greatest(abs("#a1"), 1e-300))) as integer), 400)) + 0) as "median",
  "#a2" as "largest"
from (
  select
    t."city" as "#d1",
    quantile_cont(t."units", 0.5) as "#a1",
    max(t."amount") as "#a2"
  from "orders" as t
  group by 1
) as grouped
order by "city" asc nulls last
limit 10000
