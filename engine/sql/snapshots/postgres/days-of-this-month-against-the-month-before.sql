select
  "day",
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
      "#d1" as "day",
      cast(coalesce(round(cast("#a1" as numeric), cast(14 - floor(log10(nullif(abs("#a1"), 0))) as integer)), "#a1") as double precision) as "sum",
      cast(coalesce(round(cast("#b1" as numeric), cast(14 - floor(log10(nullif(abs("#b1"), 0))) as integer)), "#b1") as double precision) as "sum.base"
    from (
      select
        "#d1",
        coalesce(max(case when "#side" = 0 then "#n1" end), 0) as "#a1",
        case when cast(cast("#d1" + make_interval(months => -1) as date) + make_interval(months => 1) as date) = "#d1" then coalesce(max(case when "#side" = 1 then "#n1" end), 0) end as "#b1"
      from (
        select
          0 as "#side",
          "#d1",
          "#a1" as "#n1"
        from (
          select
            cast((t."at" at time zone 'Asia/Shanghai') as date) as "#d1",
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
            case when cast(cast(cast((t."at" at time zone 'Asia/Shanghai') as date) + make_interval(months => 1) as date) + make_interval(months => -1) as date) = cast((t."at" at time zone 'Asia/Shanghai') as date) then cast(cast((t."at" at time zone 'Asia/Shanghai') as date) + make_interval(months => 1) as date) end as "#d1",
            sum(cast(t."amount" as numeric)) as "#a1"
          from "orders" as t
          where (t."at" >= $3::timestamptz and t."at" < $4::timestamptz)
          group by 1
        ) as base_side
        where "#d1" >= $5::date and "#d1" <= $6::date
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
