select
  "#d1" as "day",
  (round("#a1", coalesce(try_cast(14 - floor(log10(greatest(greatest(abs("#a1"), least("#a2", 9e12)), 1e-300))) as integer), 400)) + 0) as "sum",
  (round(fsum((round("#a1", coalesce(try_cast(14 - floor(log10(greatest(greatest(abs("#a1"), least("#a2", 9e12)), 1e-300))) as integer), 400)) + 0)) over (order by "#d1" asc nulls last rows between unbounded preceding and current row), coalesce(try_cast(14 - floor(log10(greatest(sum(abs((round("#a1", coalesce(try_cast(14 - floor(log10(greatest(greatest(abs("#a1"), least("#a2", 9e12)), 1e-300))) as integer), 400)) + 0))) over (order by "#d1" asc nulls last rows between unbounded preceding and current row), 1e-300))) as integer), 400)) + 0) as "running"
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
