with top_values as (
  select
    "#d1" as "#value",
    1 as "#hit"
  from (
    select
      cast(t."city" as text) collate "C" as "#d1",
      sum(cast(t."amount" as numeric)) as "#a1"
    from "orders" as t
    group by 1
  ) as ranked
  order by cast(coalesce(round(cast("#a1" as numeric), cast(14 - floor(log10(nullif(abs("#a1"), 0))) as integer)), "#a1") as double precision) desc nulls last, "#d1" asc nulls last
  limit 10
)
select
  "#d1" as "city",
  "#rest" = 1 as "city.rest",
  cast(coalesce(round(cast("#a1" as numeric), cast(14 - floor(log10(nullif(abs("#a1"), 0))) as integer)), "#a1") as double precision) as "sum",
  cast(cast(coalesce(round(cast("#a1" as numeric), cast(14 - floor(log10(nullif(abs("#a1"), 0))) as integer)), "#a1") as double precision) as double precision) / nullif(sum(cast(coalesce(round(cast("#a1" as numeric), cast(14 - floor(log10(nullif(abs("#a1"), 0))) as integer)), "#a1") as double precision)) over (), 0) as "share",
  cast(coalesce(round(cast((cast("#a1" as double precision) / nullif(cast("#a2" as double precision), 0)) as numeric), cast(14 - floor(log10(nullif((abs("#a1") / nullif(abs(cast("#a2" as double precision)), 0)), 0))) as integer)), (cast("#a1" as double precision) / nullif(cast("#a2" as double precision), 0))) as double precision) as "price"
from (
  select
    case when best."#hit" = 1 then "#k1" end as "#d1",
    case when best."#hit" = 1 then 0 else 1 end as "#rest",
    sum(cast("#n1" as numeric)) as "#a1",
    sum("#n2") as "#a2"
  from (
    select
      cast(t."city" as text) collate "C" as "#k1",
      sum(cast(t."amount" as numeric)) as "#n1",
      sum(t."units") as "#n2"
    from "orders" as t
    group by 1
  ) as finer
  left join top_values as best on best."#value" is not distinct from "#k1"
  group by 1, 2
) as grouped
order by "city.rest", "sum" desc nulls last, "city" asc nulls last
limit 10000
