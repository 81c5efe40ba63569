select
  `#d1` as `group`,
  arrayMap((v, d) -> coalesce(round(v * pow(10, greatest(d, 0)) / pow(10, greatest(-d, 0))) * pow(10, greatest(-d, 0)) / pow(10, greatest(d, 0)), v) + 0, [cast(`#a1` as Nullable(Float64))], [14 - floor(log10(nullif(cast(greatest(abs(`#a1`), least(`#a2`, 9e12)) as Nullable(Float64)), 0)))])[1] as `sum`
from (
  select
    t.`#products.c2` as `#d1`,
    sumKahanIf(cast(`#n1` as Nullable(Float64)), `#n1` is not null) as `#a1`,
    sum(cast(`#n2` as Nullable(Float64))) as `#a2`
  from (
    select
      t.`#n1` as `#n1`,
      t.`#n2` as `#n2`,
      r1.`#c2` as `#products.c2`
    from (
      select
        t.`city` as `#j1`,
        sumKahanIf(cast(t.`amount` as Nullable(Float64)), t.`amount` is not null) as `#n1`,
        sum(cast(abs(t.`amount`) as Nullable(Float64))) as `#n2`
      from `orders` as t
      group by 1
    ) as t
    left join (
      select
        toNullable(t.`product`) as `#c1`,
        toNullable(t.`group`) as `#c2`
      from `products` as t
    ) as r1 on t.`#j1` = r1.`#c1`
  ) as t
  group by 1
) as grouped
order by `group` asc nulls last
limit 10000
