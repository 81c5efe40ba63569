select
  "#d1" as "day",
  (coalesce(round("#a1", try_cast(14 - floor(log10(nullif(greatest(abs("#a1"), least("#a2", 9e12)), 0))) as integer)), "#a1") + 0) as "sum",
  (coalesce(round(fsum((coalesce(round("#a1", try_cast(14 - floor(log10(nullif(greatest(abs("#a1"), least("#a2", 9e12)), 0))) as integer)), "#a1") + 0)) over (order by "#d1" asc nulls last rows between unbounded preceding and current row), try_cast(14 - floor(log10(nullif(sum(abs((coalesce(round("#a1", try_cast(14 - floor(log10(nullif(greatest(abs("#a1"), least("#a2", 9e12)), 0))) as integer)), "#a1") + 0))) over (order by "#d1" asc nulls last rows between unbounded preceding and current row), 0))) as integer)), fsum((coalesce(round("#a1", try_cast(14 - floor(log10(nullif(greatest(abs("#a1"), least("#a2", 9e12)), 0))) as integer)), "#a1") + 0)) over (order by "#d1" asc nulls last rows between unbounded preceding and current row)) + 0) as "running"
from (
  select
    cast((to_timestamp("#k1" * 3600 - 62135683200) at time zone 'America/New_York') as date) as "#d1",
    fsum("#n1") as "#a1",
    sum("#n2") as "#a2"
  from (
    select
      (epoch_ms(t."at") + 62135683200000) // 3600000 as "#k1",
      fsum(t."amount") as "#n1",
      sum(abs(t."amount")) as "#n2"
    from "orders" as t
    group by 1
  ) as finer
  group by 1
) as grouped
order by "day" asc nulls last
limit 10000
