select
  "day",
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
      "#d1" as "day",
      (round("#a1", coalesce(try_cast(14 - floor(log10(greatest(greatest(abs("#a1"), least("#a2", 9e12)), 1e-300))) as integer), 400)) + 0) as "sum",
      (round("#b1", coalesce(try_cast(14 - floor(log10(greatest(greatest(abs("#b1"), least("#b2", 9e12)), 1e-300))) as integer), 400)) + 0) as "sum.base"
    from (
      select
        "#d1",
        coalesce(max(case when "#side" = 0 then "#n1" end), 0) as "#a1",
        case when cast(cast("#d1" + to_months(-1) as date) + to_months(1) as date) = "#d1" then coalesce(max(case when "#side" = 1 then "#n1" end), 0) end as "#b1",
        coalesce(max(case when "#side" = 0 then "#n2" end), 0) as "#a2",
        case when cast(cast("#d1" + to_months(-1) as date) + to_months(1) as date) = "#d1" then coalesce(max(case when "#side" = 1 then "#n2" end), 0) end as "#b2"
      from (
        select
          0 as "#side",
          "#d1",
          "#a1" as "#n1",
          "#a2" as "#n2"
        from (
          select
            cast((to_timestamp("#k1" * 3600) at time zone 'Asia/Shanghai') as date) as "#d1",
            fsum("#n1") as "#a1",
            sum("#n2") as "#a2"
          from (
            select
              epoch_us(t."at") // 3600000000 as "#k1",
              fsum(t."amount") as "#n1",
              sum(abs(t."amount")) as "#n2"
            from "orders" as t
            where (t."at" >= '2026-10-31T16:00:00.000Z'::timestamptz and t."at" < '2026-11-15T07:30:00.000Z'::timestamptz)
            group by 1
          ) as finer
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
            case when cast(cast(cast((to_timestamp("#k1" * 3600) at time zone 'Asia/Shanghai') as date) + to_months(1) as date) + to_months(-1) as date) = cast((to_timestamp("#k1" * 3600) at time zone 'Asia/Shanghai') as date) then cast(cast((to_timestamp("#k1" * 3600) at time zone 'Asia/Shanghai') as date) + to_months(1) as date) end as "#d1",
            fsum("#n1") as "#a1",
            sum("#n2") as "#a2"
          from (
            select
              epoch_us(t."at") // 3600000000 as "#k1",
              fsum(t."amount") as "#n1",
              sum(abs(t."amount")) as "#n2"
            from "orders" as t
            where (t."at" >= '2026-09-30T16:00:00.000Z'::timestamptz and t."at" < '2026-10-15T07:30:00.000Z'::timestamptz)
            group by 1
          ) as finer
          group by 1
        ) as base_side
        where "#d1" >= '2026-11-01'::date and "#d1" <= '2026-11-15'::date
      ) as sides
      group by 1
    ) as grouped
  ) as answer
) as compared
order by "day" asc nulls last
limit 10000
