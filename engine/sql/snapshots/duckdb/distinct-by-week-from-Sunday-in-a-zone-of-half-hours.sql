select
  d1 as "week",
  a1 as "cities"
from (
  select
    s1.bucket as d1,
    count(distinct t."city") as a1
  from "orders" as t
  left join (
    select
      slot,
      (cast(date_trunc('week', (cast((to_timestamp(slot * 900) at time zone 'Asia/Kolkata') as date) + 1)) as date) + -1) as bucket
    from (
      select
        distinct cast(floor(epoch_us(t."at") / 900000000) as bigint) as slot
      from "orders" as t
    ) as distinct_slots
  ) as s1 on s1.slot = cast(floor(epoch_us(t."at") / 900000000) as bigint)
  group by 1
) as grouped
order by "week" asc nulls last
limit 10000
