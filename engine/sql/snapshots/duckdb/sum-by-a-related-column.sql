select
  "#d1" as "group",
  (round("#a1", coalesce(try_cast(14 - floor(log10(greatest(greatest(abs("#a1"), least("#a2", 9e12)), 1e-300))) as integer), 400)) + 0) as "sum"
from (
  select
    t."#products.c2" as "#d1",
    fsum("#n1") as "#a1",
    sum("#n2") as "#a2"
  from (
    select
      t."#n1" as "#n1",
      t."#n2" as "#n2",
      r1."#c2" as "#products.c2"
    from (
      select
        t."city" as "#j1",
        fsum(t."amount") as "#n1",
        sum(abs(t."amount")) as "#n2"
      from "orders" as t
      group by 1
    ) as t
    left join (
      select
        t."product" as "#c1",
        t."group" as "#c2"
      from "products" as t
    ) as r1 on t."#j1" = r1."#c1"
  ) as t
  group by 1
) as grouped
order by "group" asc nulls last
limit 10000
