select
  d1 as "day",
  coalesce(round(a1, try_cast(14 - floor(log10(nullif(abs(a1), 0))) as integer)), a1) as "sum",
  coalesce(round(fsum(a1) over (order by d1 asc nulls last rows between unbounded preceding and current row), try_cast(14 - floor(log10(nullif(abs(fsum(a1) over (order by d1 asc nulls last rows between unbounded preceding and current row)), 0))) as integer)), fsum(a1) over (order by d1 asc nulls last rows between unbounded preceding and current row)) as "running"
from (
  select
    cast((to_timestamp(d1 * 3600 - 62135683200) at time zone 'America/New_York') as date) as d1,
    fsum(a1) as a1
  from (
    select
      (epoch_ms(t."at") + 62135683200000) // 3600000 as d1,
      fsum(t."amount") as a1
    from "orders" as t
    group by 1
  ) as finer
  group by 1
) as grouped
order by "day" asc nulls last
limit 10000
