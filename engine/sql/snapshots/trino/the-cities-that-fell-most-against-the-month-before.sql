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
          sum(t."amount") as "#a1",
          sum(abs(t."amount")) as "#a2"
        from "orders" as t
        where (t."at" >= from_iso8601_timestamp_nanos(?) and t."at" < from_iso8601_timestamp_nanos(?))
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
          sum(t."amount") as "#a1",
          sum(abs(t."amount")) as "#a2"
        from "orders" as t
        where (t."at" >= from_iso8601_timestamp_nanos(?) and t."at" < from_iso8601_timestamp_nanos(?))
        group by 1
      ) as base_side
    ) as sides
    group by 1
  ) as ranked
  order by (coalesce(round(((coalesce(round("#a1", try_cast(14 - floor(log10(nullif(greatest(abs("#a1"), least("#a2", 9e12)), 0))) as integer)), "#a1") + 0) - (coalesce(round("#b1", try_cast(14 - floor(log10(nullif(greatest(abs("#b1"), least("#b2", 9e12)), 0))) as integer)), "#b1") + 0)), try_cast(14 - floor(log10(nullif(greatest(abs((coalesce(round("#a1", try_cast(14 - floor(log10(nullif(greatest(abs("#a1"), least("#a2", 9e12)), 0))) as integer)), "#a1") + 0)), abs((coalesce(round("#b1", try_cast(14 - floor(log10(nullif(greatest(abs("#b1"), least("#b2", 9e12)), 0))) as integer)), "#b1") + 0))), 0))) as integer)), ((coalesce(round("#a1", try_cast(14 - floor(log10(nullif(greatest(abs("#a1"), least("#a2", 9e12)), 0))) as integer)), "#a1") + 0) - (coalesce(round("#b1", try_cast(14 - floor(log10(nullif(greatest(abs("#b1"), least("#b2", 9e12)), 0))) as integer)), "#b1") + 0))) + 0) asc nulls last, "#d1" asc nulls last
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
    (coalesce(round(("sum" - "sum.base"), try_cast(14 - floor(log10(nullif(greatest(abs("sum"), abs("sum.base")), 0))) as integer)), ("sum" - "sum.base")) + 0) as "sum.difference"
  from (
    select
      "#d1" as "city",
      (coalesce(round("#a1", try_cast(14 - floor(log10(nullif(greatest(abs("#a1"), least("#a2", 9e12)), 0))) as integer)), "#a1") + 0) as "sum",
      (coalesce(round("#b1", try_cast(14 - floor(log10(nullif(greatest(abs("#b1"), least("#b2", 9e12)), 0))) as integer)), "#b1") + 0) as "sum.base"
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
            sum("#n1") as "#a1",
            sum("#n2") as "#a2"
          from (
            select
              t."city" as "#k1",
              sum(t."amount") as "#n1",
              sum(abs(t."amount")) as "#n2"
            from "orders" as t
            where (t."at" >= from_iso8601_timestamp_nanos(?) and t."at" < from_iso8601_timestamp_nanos(?))
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
            sum("#n1") as "#a1",
            sum("#n2") as "#a2"
          from (
            select
              t."city" as "#k1",
              sum(t."amount") as "#n1",
              sum(abs(t."amount")) as "#n2"
            from "orders" as t
            where (t."at" >= from_iso8601_timestamp_nanos(?) and t."at" < from_iso8601_timestamp_nanos(?))
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
