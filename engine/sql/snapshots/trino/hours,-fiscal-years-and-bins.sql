select
  d1 as "hour",
  d2 as "fiscal_year",
  d3 as "width",
  d4 as "bins",
  a1 as "n"
from (
  select
    date_trunc('hour', t."at" at time zone 'UTC') as d1,
    date_add('month', 3, cast(date_trunc('year', date_add('month', -3, cast(date_trunc('month', t."due ""day""") as date))) as date)) as d2,
    floor(cast(t."amount" as double) / cast(? as double)) * cast(? as double) as d3,
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
) as grouped
order by "hour" asc nulls last, "fiscal_year" asc nulls last, "width" asc nulls last, "bins" asc nulls last
limit 10000
-- 1: 10
-- 2: 10
