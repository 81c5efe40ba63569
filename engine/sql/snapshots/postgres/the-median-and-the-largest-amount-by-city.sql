select
  "#d1" as "city",
  cast(coalesce(round(cast("#a1" as numeric), cast(14 - floor(log10(nullif(abs("#a1"), 0))) as integer)), "#a1") as double precision) as "median",
  "#a2" as "largest"
from (
  select
    cast(t."city" as text) collate "C" as "#d1",
    percentile_cont(0.5) within group (order by t."units") as "#a1",
    max(t."amount") as "#a2"
  from "orders" as t
  group by 1
) as grouped
order by "city" asc nulls last
limit 10000
