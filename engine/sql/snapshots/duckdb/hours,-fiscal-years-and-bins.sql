select
  d1 as "hour",
  d2 as "fiscal_year",
  d3 as "width",
  d4 as "bins",
  a1 as "n"
from (
  select
    to_timestamp(d1 * 3600 - 62135683200) as d1,
    d2 as d2,
    d3 as d3,
    d4 as d4,
    sum(a1) as a1
  from (
    select
      (epoch_ms(t."at") + 62135683200000) // 3600000 as d1,
      cast(cast(date_trunc('year', cast(cast(date_trunc('month', t."due ""day""") as date) + to_months(-3) as date)) as date) + to_months(3) as date) as d2,
      floor(cast(t."amount" as double) / $1::double) * $2::double as d3,
      case when cast(t."units" as double) is null then null else s4.low + coalesce(case when floor((cast(t."units" as double) - s4.low) / nullif(((s4.high - s4.low) / 5), 0)) > 4 then 4 else floor((cast(t."units" as double) - s4.low) / nullif(((s4.high - s4.low) / 5), 0)) end, 0) * ((s4.high - s4.low) / 5) end as d4,
      count(*) as a1
    from "orders" as t
    cross join (
      select
        min(cast(t."units" as double)) as low,
        max(cast(t."units" as double)) as high
      from "orders" as t
    ) as s4
    group by 1, 2, 3, 4
  ) as finer
  group by 1, 2, 3, 4
) as grouped
order by "hour" asc nulls last, "fiscal_year" asc nulls last, "width" asc nulls last, "bins" asc nulls last
limit 10000
-- 1: 10
-- 2: 10
