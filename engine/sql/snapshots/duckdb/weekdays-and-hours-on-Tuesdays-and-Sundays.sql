select
  "#d1" as "weekday",
  "#d2" as "hour",
  "#d3" as "month",
  "#a1" as "n"
from (
  select
    isodow((to_timestamp("#k1" * 3600 - 62135683200) at time zone 'America/New_York')) as "#d1",
    hour((to_timestamp("#k2" * 3600 - 62135683200) at time zone 'America/New_York')) as "#d2",
    "#k3" as "#d3",
    sum("#n1") as "#a1"
  from (
    select
      (epoch_ms(t."at") + 62135683200000) // 3600000 as "#k1",
      (epoch_ms(t."at") + 62135683200000) // 3600000 as "#k2",
      month(t."due ""day""") as "#k3",
      count(*) as "#n1"
    from "orders" as t
    where (epoch_ms(t."at") + 62135683200000) // 3600000 in (
      select
        "#slot"
      from (
        select
          distinct (epoch_ms(t."at") + 62135683200000) // 3600000 as "#slot"
        from "orders" as t
      ) as distinct_slots
      where isodow((to_timestamp("#slot" * 3600 - 62135683200) at time zone 'America/New_York')) in ($1::bigint, $2::bigint)
    )
      and month(t."due ""day""") in ($3::bigint)
    group by 1, 2, 3
  ) as finer
  group by 1, 2, 3
) as grouped
order by "weekday" asc nulls last, "hour" asc nulls last, "month" asc nulls last
limit 10000
-- 1: 2
-- 2: 7
-- 3: 1
