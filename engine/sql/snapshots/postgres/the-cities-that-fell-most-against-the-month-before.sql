with top_values as (
  select
    "#d1" as "#value",
    1 as "#hit"
  from (
    select
      "#d1",
      coalesce(max(case when "#side" = 0 then "#n1" end), 0) as "#a1",
      coalesce(max(case when "#side" = 1 then "#n1" end), 0) as "#b1"
    from (
      select
        0 as "#side",
        "#d1",
        "#a1" as "#n1"
      from (
        select
          cast(t."city" as text) collate "C" as "#d1",
          sum(cast(t."amount" as numeric)) as "#a1"
        from "orders" as t
        where (t."at" >= $1::timestamptz and t."at" < $2::timestamptz)
        group by 1
      ) as value_side
      union all
      select
        1 as "#side",
        "#d1",
        "#a1" as "#n1"
      from (
        select
          cast(t."city" as text) collate "C" as "#d1",
          sum(cast(t."amount" as numeric)) as "#a1"
        from "orders" as t
        where (t."at" >= $3::timestamptz and t."at" < $4::timestamptz)
        group by 1
      ) as base_side
    ) as sides
    group by 1
  ) as ranked
  order by cast(coalesce(round(cast((cast(coalesce(round(cast("#a1" as numeric), cast(14 - floor(log10(nullif(abs("#a1"), 0))) as integer)), "#a1") as double precision) - cast(coalesce(round(cast("#b1" as numeric), cast(14 - floor(log10(nullif(abs("#b1"), 0))) as integer)), "#b1") as double precision)) as numeric), cast(14 - floor(log10(nullif(greatest(abs(cast(coalesce(round(cast("#a1" as numeric), cast(14 - floor(log10(nullif(abs("#a1"), 0))) as integer)), "#a1") as double precision)), abs(cast(coalesce(round(cast("#b1" as numeric), cast(14 - floor(log10(nullif(abs("#b1"), 0))) as integer)), "#b1") as double precision))), 0))) as integer)), (cast(coalesce(round(cast("#a1" as numeric), cast(14 - floor(log10(nullif(abs("#a1"), 0))) as integer)), "#a1") as double precision) - cast(coalesce(round(cast("#b1" as numeric), cast(14 - floor(log10(nullif(abs("#b1"), 0))) as integer)), "#b1") as double precision))) as double precision) asc nulls last, "#d1" asc nulls last
  limit 10
)
select
  "city",
  "sum",
  "sum.base",
  "sum.difference",
  cast("sum.difference" as double precision) / nullif(abs("sum.base"), 0) as "sum.percent"
from (
  select
    answer.*,
    cast(coalesce(round(cast(("sum" - "sum.base") as numeric), cast(14 - floor(log10(nullif(greatest(abs("sum"), abs("sum.base")), 0))) as integer)), ("sum" - "sum.base")) as double precision) as "sum.difference"
  from (
    select
      "#d1" as "city",
      cast(coalesce(round(cast("#a1" as numeric), cast(14 - floor(log10(nullif(abs("#a1"), 0))) as integer)), "#a1") as double precision) as "sum",
      cast(coalesce(round(cast("#b1" as numeric), cast(14 - floor(log10(nullif(abs("#b1"), 0))) as integer)), "#b1") as double precision) as "sum.base"
    from (
      select
        "#d1",
        coalesce(max(case when "#side" = 0 then "#n1" end), 0) as "#a1",
        coalesce(max(case when "#side" = 1 then "#n1" end), 0) as "#b1"
      from (
        select
          0 as "#side",
          "#d1",
          "#a1" as "#n1"
        from (
          select
            "#k1" as "#d1",
            sum(cast("#n1" as numeric)) as "#a1"
          from (
            select
              cast(t."city" as text) collate "C" as "#k1",
              sum(cast(t."amount" as numeric)) as "#n1"
            from "orders" as t
            where (t."at" >= $5::timestamptz and t."at" < $6::timestamptz)
            group by 1
          ) as finer
          join top_values as best on best."#value" is not distinct from "#k1"
          group by 1
        ) as value_side
        union all
        select
          1 as "#side",
          "#d1",
          "#a1" as "#n1"
        from (
          select
            "#k1" as "#d1",
            sum(cast("#n1" as numeric)) as "#a1"
          from (
            select
              cast(t."city" as text) collate "C" as "#k1",
              sum(cast(t."amount" as numeric)) as "#n1"
            from "orders" as t
            where (t."at" >= $7::timestamptz and t."at" < $8::timestamptz)
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
-- 1: "2026-10-01T00:00:00.000Z"
-- 2: "2026-11-01T00:00:00.000Z"
-- 3: "2026-09-01T00:00:00.000Z"
-- 4: "2026-10-01T00:00:00.000Z"
-- 5: "2026-10-01T00:00:00.000Z"
-- 6: "2026-11-01T00:00:00.000Z"
-- 7: "2026-09-01T00:00:00.000Z"
-- 8: "2026-10-01T00:00:00.000Z"
