select
  "#d1" as "week",
  "#a1" as "cities"
from (
  select
    s1."#bucket" as "#d1",
    count(distinct t."city") as "#a1"
  from "orders" as t
  left join (
    select
      "#slot",
      (cast(date_trunc('week', (cast((to_timestamp("#slot" * 900 - 62135683200) at time zone 'Asia/Kolkata') as date) + 1)) as date) + -1) as "#bucket"
    from (
      select
        distinct (epoch_ms(t."at") + 62135683200000) // 900000 as "#slot"
      from "orders" as t
    ) as distinct_slots
  ) as s1 on s1."#slot" = (epoch_ms(t."at") + 62135683200000) // 900000
  group by 1
) as grouped
order by "week" asc nulls last
limit 10000
