select
  "#d1" as "city",
  (coalesce(round("#a1", try_cast(14 - floor(log10(nullif(abs("#a1"), 0))) as integer)), "#a1") + 0) as "median",
  "#a2" as "largest"
from (
  select
    t."city" as "#d1",
    approx_percentile(t."units", 0.5) as "#a1",
    max(t."amount") as "#a2"
  from "orders" as t
  group by 1
) as grouped
order by "city" asc nulls last
limit 10000
