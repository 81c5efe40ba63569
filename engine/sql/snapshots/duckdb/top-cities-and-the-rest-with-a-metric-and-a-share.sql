with top_values as (
  select
    "#d1" as "#value",
    1 as "#hit"
  from (
    select
      t."city" as "#d1",
      fsum(t."amount") as "#a1",
      sum(abs(t."amount")) as "#a2"
    from "orders" as t
    group by 1
  ) as ranked
  order by (round("#a1", coalesce(try_cast(14 - floor(log10(greatest(greatest(abs("#a1"), least("#a2", 9e12)), 1e-300))) as integer), 400)) + 0) desc nulls last, "#d1" asc nulls last
  limit 10
)
select
  "#d1" as "city",
  "#rest" = 1 as "city.rest",
  (round("#a1", coalesce(try_cast(14 - floor(log10(greatest(greatest(abs("#a1"), least("#a2", 9e12)), 1e-300))) as integer), 400)) + 0) as "sum",
  cast((round("#a1", coalesce(try_cast(14 - floor(log10(greatest(greatest(abs("#a1"), least("#a2", 9e12)), 1e-300))) as integer), 400)) + 0) as double) / nullif(sum((round("#a1", coalesce(try_cast(14 - floor(log10(greatest(greatest(abs("#a1"), least("#a2", 9e12)), 1e-300))) as integer), 400)) + 0)) over (), 0) as "share",
  (round((cast((round("#a1", coalesce(try_cast(14 - floor(log10(greatest(greatest(abs("#a1"), least("#a2", 9e12)), 1e-300))) as integer), 400)) + 0) as double) / nullif(cast("#a3" as double), 0)), coalesce(try_cast(14 - floor(log10(greatest((abs(cast((round("#a1", coalesce(try_cast(14 - floor(log10(greatest(greatest(abs("#a1"), least("#a2", 9e12)), 1e-300))) as integer), 400)) + 0) as double)) / nullif(abs(cast("#a3" as double)), 0)), 1e-300))) as integer), 400)) + 0) as "price"
from (
  select
    case when best."#hit" = 1 then "#k1" end as "#d1",
    case when best."#hit" = 1 then 0 else 1 end as "#rest",
    fsum("#n1") as "#a1",
    sum("#n2") as "#a2",
    sum("#n3") as "#a3"
  from (
    select
      t."city" as "#k1",
      fsum(t."amount") as "#n1",
      sum(abs(t."amount")) as "#n2",
      sum(t."units") as "#n3"
    from "orders" as t
    group by 1
  ) as finer
  left join top_values as best on best."#value" is not distinct from "#k1"
  group by 1, 2
) as grouped
order by "city.rest", "sum" desc nulls last, "city" asc nulls last
limit 10000
