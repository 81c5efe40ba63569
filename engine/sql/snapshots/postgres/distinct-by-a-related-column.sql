select
  "#d1" as "group",
  "#a1" as "days"
from (
  select
    cast(t."#products.c2" as text) collate "C" as "#d1",
    count(distinct t."due ""day""") as "#a1"
  from (
    select
      t."due ""day""" as "due ""day""",
      r1."#c2" as "#products.c2"
    from "orders" as t
    left join (
      select
        t."product" as "#c1",
        t."group" as "#c2"
      from "products" as t
    ) as r1 on cast(t."city" as text) collate "C" = cast(r1."#c1" as text) collate "C"
  ) as t
  group by 1
) as grouped
order by "group" asc nulls last
limit 10000
