select
  "#d1" as "hour",
  "#d2" as "fiscal_year",
  "#d3" as "width",
  "#d4" as "bins",
  "#a1" as "n"
from (
  select
    "#k1" as "#d1",
    "#k2" as "#d2",
    ("#k3") * $1::double precision as "#d3",
    "#k4" as "#d4",
    sum("#n1") as "#a1"
  from (
    select
      date_trunc('hour', t."at", 'UTC') as "#k1",
      cast(cast(date_trunc('year', cast(cast(date_trunc('month', t."due ""day""") as date) + make_interval(months => -3) as date)) as date) + make_interval(months => 3) as date) as "#k2",
      case when cast(t."amount" as double precision) between -9e15 and 9e15 then floor(cast(t."amount" as double precision) / $2::double precision) else floor(cast(t."amount" as double precision) / $3::double precision - 0.5) + case when cast(t."amount" as double precision) >= (floor(cast(t."amount" as double precision) / $4::double precision - 0.5) + 1) * $5::double precision then 1 else 0 end end as "#k3",
      case when cast(t."units" as double precision) is null then null else coalesce((floor(cast(t."units" as double precision) * s4."#down" / s4."#up" - 0.5) + case when cast(t."units" as double precision) >= (floor(cast(t."units" as double precision) * s4."#down" / s4."#up" - 0.5) + 1) * s4."#up" / s4."#down" then 1 else 0 end) * s4."#up" / s4."#down", s4."#low") end as "#k4",
      count(*) as "#n1"
    from "orders" as t
    cross join (
      select
        "#low",
        case when "#size" is null then null when "#rough" / power(10, "#size") < 1.41 then 1 when "#rough" / power(10, "#size") < 2.24 then 2 when "#rough" / power(10, "#size") < 3.54 then 2.5 when "#rough" / power(10, "#size") < 7.07 then 5 else 10 end * power(10, greatest("#size", 0)) as "#up",
        power(10, greatest(-"#size", 0)) as "#down"
      from (
        select
          "#low",
          "#rough",
          floor(log10(nullif("#rough", 0)) + 1e-9) as "#size"
        from (
          select
            min(cast(t."units" as double precision)) as "#low",
            (max(cast(t."units" as double precision)) - min(cast(t."units" as double precision))) / 5 as "#rough"
          from "orders" as t
        ) as reach
      ) as sized
    ) as s4
    group by 1, 2, 3, 4
  ) as finer
  group by 1, 2, 3, 4
) as grouped
order by "hour" asc nulls last, "fiscal_year" asc nulls last, "width" asc nulls last, "bins" asc nulls last
limit 10000
-- 1: 10
-- 2: 10
-- 3: 10
-- 4: 10
-- 5: 10
