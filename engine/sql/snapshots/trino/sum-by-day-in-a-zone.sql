select
  "#d1" as "day",
  (coalesce(round("#a1", try_cast(14 - floor(log10(nullif(greatest(abs("#a1"), least("#a2", 9e12)), 0))) as integer)), "#a1") + 0) as "sum",
  (coalesce(round(sum((coalesce(round("#a1", try_cast(14 - floor(log10(nullif(greatest(abs("#a1"), least("#a2", 9e12)), 0))) as integer)), "#a1") + 0)) over (order by "#d1" asc nulls last rows between unbounded preceding and current row), try_cast(14 - floor(log10(nullif(sum(abs((coalesce(round("#a1", try_cast(14 - floor(log10(nullif(greatest(abs("#a1"), least("#a2", 9e12)), 0))) as integer)), "#a1") + 0))) over (order by "#d1" asc nulls last rows between unbounded preceding and current row), 0))) as integer)), sum((coalesce(round("#a1", try_cast(14 - floor(log10(nullif(greatest(abs("#a1"), least("#a2", 9e12)), 0))) as integer)), "#a1") + 0)) over (order by "#d1" asc nulls last rows between unbounded preceding and current row)) + 0) as "running"
from (
  select
    cast(cast(t."at" at time zone 'America/New_York' as timestamp(6)) as date) as "#d1",
    sum(t."amount") as "#a1",
    sum(abs(t."amount")) as "#a2"
  from "orders" as t
  group by 1
) as grouped
order by "day" asc nulls last
limit 10000
