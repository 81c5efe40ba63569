select
  `#d1` as `city`,
  cast(coalesce(round(`#a1`, cast(14 - floor(log10(nullif(abs(`#a1`), 0))) as signed)), `#a1`) as double) as `median`,
  `#a2` as `largest`
from (
  select
    `#d1`,
    sum(cast(t.`units` as double) * greatest(0, 1 - abs(`#rank2` - 1 - (`#count2` - 1) * 0.5))) as `#a1`,
    max(t.`amount`) as `#a2`
  from (
    select
      t.*,
      row_number() over (partition by `#d1` order by t.`units` is null, t.`units` asc) as `#rank2`,
      count(t.`units`) over (partition by `#d1`) as `#count2`
    from (
      select
        cast(convert(t.`city` using utf8mb4) as binary) as `#d1`,
        t.`units`,
        t.`amount`
      from `orders` as t
    ) as t
  ) as t
  group by 1
) as grouped
order by `city` is null, `city` asc
limit 10000
