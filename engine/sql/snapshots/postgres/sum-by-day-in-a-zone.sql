select
  "#d1" as "day",
  cast(coalesce(round(cast("#a1" as numeric), cast(14 - floor(log10(nullif(abs("#a1"), 0))) as integer)), "#a1") as double precision) as "sum",
  cast(coalesce(round(cast(sum(cast(cast(coalesce(round(cast("#a1" as numeric), cast(14 - floor(log10(nullif(abs("#a1"), 0))) as integer)), "#a1") as double precision) as numeric)) over (order by "#d1" asc nulls last rows between unbounded preceding and current row) as numeric), cast(14 - floor(log10(nullif(sum(abs(cast(coalesce(round(cast("#a1" as numeric), cast(14 - floor(log10(nullif(abs("#a1"), 0))) as integer)), "#a1") as double precision))) over (order by "#d1" asc nulls last rows between unbounded preceding and current row), 0))) as integer)), sum(cast(cast(coalesce(round(cast("#a1" as numeric), cast(14 - floor(log10(nullif(abs("#a1"), 0))) as integer)), "#a1") as double precision) as numeric)) over (order by "#d1" asc nulls last rows between unbounded preceding and current row)) as double precision) as "running"
from (
  select
    cast((t."at" at time zone 'America/New_York') as date) as "#d1",
    sum(cast(t."amount" as numeric)) as "#a1"
  from "orders" as t
  group by 1
) as grouped
order by "day" asc nulls last
limit 10000
