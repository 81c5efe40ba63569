select
  "#d1" as "group",
  cast(coalesce(round(cast("#a1" as numeric), cast(14 - floor(log10(nullif(abs("#a1"), 0))) as integer)), "#a1") as double precision) as "sum"
from (
  select
    cast(t."#products.c2" as text) collate "C" as "#d1",
    sum(cast("#n1" as numeric)) as "#a1"
  from (
    select
      t."#n1" as "#n1",
      r1."#c2" as "#products.c2"
    from (
      select
        cast(t."city" as text) collate "C" as "#j1",
        sum(cast(t."amount" as numeric)) as "#n1"
      from "orders" as t
      group by 1
    ) as t
    left join (
      select
        t."product" as "#c1",
        t."group" as "#c2"
      from "products" as t
    ) as r1 on cast(t."#j1" as text) collate "C" = cast(r1."#c1" as text) collate "C"
  ) as t
  group by 1
) as grouped
order by "group" asc nulls last
limit 10000
