select
  "#d1" as "city",
  (coalesce(round("#a1", try_cast(14 - floor(log10(nullif(abs("#a1"), 0))) as integer)), "#a1") + 0) as "median",
  "#a2" as "largest"
from (
  select
    "#d1",
    sum(cast(t."units" as double) * greatest(0, 1 - abs("#rank2" - 1 - ("#count2" - 1) * 0.5))) as "#a1",
    max(t."amount") as "#a2"
  from (
    select
      t.*,
      row_number() over (partition by "#d1" order by t."units" asc nulls last) as "#rank2",
      count(t."units") over (partition by "#d1") as "#count2"
    from (
      select
        t."city" as "#d1",
        t."units",
        t."amount"
      from "orders" as t
    ) as t
  ) as t
  group by 1
) as grouped
order by "city" asc nulls last
limit 10000
