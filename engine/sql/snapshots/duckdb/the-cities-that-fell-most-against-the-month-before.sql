with top_values as (
  select
    "#d1" as "#value",
    1 as "#hit"
  from (
    select
      "#d1",
      coalesce(max(case when "#side" = 0 then "#n1" end), 0) as "#a1",
      coalesce(max(case when "#side" = 1 then "#n1" end), 0) as "#b1",
      coalesce(max(case when "#side" = 0 then "#n2" end), 0) as "#a2",
      coalesce(max(case when "#side" = 1 then "#n2" end), 0) as "#b2"
    from (
      select
        0 as "#side",
        "#d1",
        "#a1" as "#n1",
        "#a2" as "#n2"
      from (
        select
          t."city" as "#d1",
          fsum(t."amount") as "#a1",
          sum(abs(t."amount")) as "#a2"
        from "orders" as t
        where (t."at" >= '2026-10-01T00:00:00.000Z'::timestamptz and t."at" < '2026-11-01T00:00:00.000Z'::timestamptz)
        group by 1
      ) as value_side
      union all
      select
        1 as "#side",
        "#d1",
        "#a1" as "#n1",
        "#a2" as "#n2"
      from (
        select
          t."city" as "#d1",
          fsum(t."amount") as "#a1",
          sum(abs(t."amount")) as "#a2"
        from "orders" as t
        where (t."at" >= '2026-09-01T00:00:00.000Z'::timestamptz and t."at" < '2026-10-01T00:00:00.000Z'::timestamptz)
        group by 1
      ) as base_side
    ) as sides
    group by 1
  ) as ranked
  order by (round(((round("#a1", coalesce(try_cast(14 - floor(log10(greatest(greatest(abs("#a1"), least("#a2", 9e12)), 1e-300))) as integer), 400)) + 0) - (round("#b1", coalesce(try_cast(14 - floor(log10(greatest(greatest(abs("#b1"), least("#b2", 9e12)), 1e-300))) as integer), 400)) + 0)), coalesce(try_cast(14 - floor(log10(greatest(greatest(abs((round("#a1", coalesce(try_cast(14 - floor(log10(greatest(greatest(abs("#a1"), least("#a2", 9e12)), 1e-300))) as integer), 400)) + 0)), abs((round("#b1", coalesce(try_cast(14 - floor(log10(greatest(greatest(abs("#b1"), least("#b2", 9e12)), 1e-300))) as integer), 400)) + 0))), 1e-300))) as integer), 400)) + 0) asc nulls last, "#d1" asc nulls last
  limit 10
)
select
  "city",
  "sum",
  "sum.base",
  "sum.difference",
  cast("sum.difference" as double) / nullif(abs("sum.base"), 0) as "sum.percent"
from (
  select
    answer.*,
    (round(("sum" - "sum.base"), coalesce(try_cast(14 - floor(log10(greatest(greatest(abs("sum"), abs("sum.base")), 1e-300))) as integer), 400)) + 0) as "sum.difference"
  from (
    select
      "#d1" as "city",
      (round("#a1", coalesce(try_cast(14 - floor(log10(greatest(greatest(abs("#a1"), least("#a2", 9e12)), 1e-300))) as integer), 400)) + 0) as "sum",
      (round("#b1", coalesce(try_cast(14 - floor(log10(greatest(greatest(abs("#b1"), least("#b2", 9e12)), 1e-300))) as integer), 400)) + 0) as "sum.base"
    from (
      select
        "#d1",
        coalesce(max(case when "#side" = 0 then "#n1" end), 0) as "#a1",
        coalesce(max(case when "#side" = 1 then "#n1" end), 0) as "#b1",
        coalesce(max(case when "#side" = 0 then "#n2" end), 0) as "#a2",
        coalesce(max(case when "#side" = 1 then "#n2" end), 0) as "#b2"
      from (
        select
          0 as "#side",
          "#d1",
          "#a1" as "#n1",
          "#a2" as "#n2"
        from (
          select
            "#k1" as "#d1",
            fsum("#n1") as "#a1",
            sum("#n2") as "#a2"
          from (
            select
              t."city" as "#k1",
              fsum(t."amount") as "#n1",
              sum(abs(t."amount")) as "#n2"
            from "orders" as t
            where (t."at" >= '2026-10-01T00:00:00.000Z'::timestamptz and t."at" < '2026-11-01T00:00:00.000Z'::timestamptz)
            group by 1
          ) as finer
          join top_values as best on best."#value" is not distinct from "#k1"
          group by 1
        ) as value_side
        union all
        select
          1 as "#side",
          "#d1",
          "#a1" as "#n1",
          "#a2" as "#n2"
        from (
          select
            "#k1" as "#d1",
            fsum("#n1") as "#a1",
            sum("#n2") as "#a2"
          from (
            select
              t."city" as "#k1",
              fsum(t."amount") as "#n1",
              sum(abs(t."amount")) as "#n2"
            from "orders" as t
            where (t."at" >= '2026-09-01T00:00:00.000Z'::timestamptz and t."at" < '2026-10-01T00:00:00.000Z'::timestamptz)
            group by 1
          ) as finer
          join top_values as best on best."#value" is not distinct from "#k1"
          group by 1
        ) as base_side
      ) as sides
      group by 1
    ) as grouped
  ) as answer
) as compared
order by "sum.difference" asc nulls last, "city" asc nulls last
limit 10000
