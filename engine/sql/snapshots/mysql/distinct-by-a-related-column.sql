select
  `#d1` as `group`,
  `#a1` as `days`
from (
  select
    cast(convert(t.`#products.c2` using utf8mb4) as binary) as `#d1`,
    count(distinct t.`due "day"`) as `#a1`
  from (
    select
      t.`due "day"` as `due "day"`,
      r1.`#c2` as `#products.c2`
    from `orders` as t
    left join (
      select
        t.`product` as `#c1`,
        t.`group` as `#c2`
      from `products` as t
    ) as r1 on cast(convert(t.`city` using utf8mb4) as binary) = cast(convert(r1.`#c1` using utf8mb4) as binary)
  ) as t
  group by 1
) as grouped
order by `group` is null, `group` asc
limit 10000
