select
  "day",
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
      "#d1" as "day",
      (coalesce(round("#a1", try_cast(14 - floor(log10(nullif(greatest(abs("#a1"), least("#a2", 9e12)), 0))) as integer)), "#a1") + 0) as "sum",
      (coalesce(round("#b1", try_cast(14 - floor(log10(nullif(greatest(abs("#b1"), least("#b2", 9e12)), 0))) as integer)), "#b1") + 0) as "sum.base"
    from (
      select
        "#d1",
        coalesce(max(case when "#side" = 0 then "#n1" end), 0) as "#a1",
        case when date_add('month', 1, date_add('month', -1, "#d1")) = "#d1" then coalesce(max(case when "#side" = 1 then "#n1" end), 0) end as "#b1",
        coalesce(max(case when "#side" = 0 then "#n2" end), 0) as "#a2",
        case when date_add('month', 1, date_add('month', -1, "#d1")) = "#d1" then coalesce(max(case when "#side" = 1 then "#n2" end), 0) end as "#b2"
      from (
        select
          0 as "#side",
          "#d1",
          "#a1" as "#n1",
          "#a2" as "#n2"
        from (
          select
            cast(cast(t."at" at time zone 'Asia/Shanghai' as timestamp(6)) as date) as "#d1",
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
            case when date_add('month', -1, date_add('month', 1, cast(cast(t."at" at time zone 'Asia/Shanghai' as timestamp(6)) as date))) = cast(cast(t."at" at time zone 'Asia/Shanghai' as timestamp(6)) as date) then date_add('month', 1, cast(cast(t."at" at time zone 'Asia/Shanghai' as timestamp(6)) as date)) end as "#d1",
            sum(t."amount") as "#a1",
            sum(abs(t."amount")) as "#a2"
          from "orders" as t
          where (t."at" >= from_iso8601_timestamp_nanos(?) and t."at" < from_iso8601_timestamp_nanos(?))
          group by 1
        ) as base_side
        where "#d1" >= cast(? as date) and "#d1" <= cast(? as date)
      ) as sides
      group by 1
    ) as grouped
  ) as answer
) as compared
order by "day" asc nulls last
limit 10000
-- 1: "2026-10-31T16:00:00.000Z"
-- 2: "2026-11-15T07:30:00.000Z"
-- 3: "2026-09-30T16:00:00.000Z"
-- 4: "2026-10-15T07:30:00.000Z"
-- 5: "2026-11-01"
-- 6: "2026-11-15"
