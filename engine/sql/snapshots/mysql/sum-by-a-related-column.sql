select
  `#d1` as `group`,
  cast(coalesce(round(`#a1`, cast(14 - floor(log10(nullif(abs(`#a1`), 0))) as signed)), `#a1`) as double) as `sum`
from (
  select
    cast(convert(t.`#products.c2` using utf8mb4) as binary) as `#d1`,
    sum(cast(`#n1` as decimal(65, 20))) as `#a1`
  from (
    select
      t.`#n1` as `#n1`,
      r1.`#c2` as `#products.c2`
    from (
      select
        cast(convert(t.`city` using utf8mb4) as binary) as `#j1`,
        sum(cast(t.`amount` as decimal(65, 20))) as `#n1`
      from `orders` as t
      group by 1
    ) as t
    left join (
      select
        t.`product` as `#c1`,
        t.`group` as `#c2`
      from `products` as t
    ) as r1 on cast(convert(t.`#j1` using utf8mb4) as binary) = cast(convert(r1.`#c1` using utf8mb4) as binary)
  ) as t
  group by 1
) as grouped
order by `group` is null, `group` asc
limit 10000
