with top_values as (
  select
    `#d1` as `#value`,
    1 as `#hit`
  from (
    select
      cast(convert(t.`city` using utf8mb4) as binary) as `#d1`,
      sum(cast(t.`amount` as decimal(65, 20))) as `#a1`
    from `orders` as t
    group by 1
  ) as ranked
  order by cast(coalesce(round(`#a1`, cast(14 - floor(log10(nullif(abs(`#a1`), 0))) as signed)), `#a1`) as double) is null, cast(coalesce(round(`#a1`, cast(14 - floor(log10(nullif(abs(`#a1`), 0))) as signed)), `#a1`) as double) desc, `#d1` is null, `#d1` asc
  limit 10
)
select
  `#d1` as `city`,
  `#rest` = 1 as `city.rest`,
  cast(coalesce(round(`#a1`, cast(14 - floor(log10(nullif(abs(`#a1`), 0))) as signed)), `#a1`) as double) as `sum`,
  cast(cast(coalesce(round(`#a1`, cast(14 - floor(log10(nullif(abs(`#a1`), 0))) as signed)), `#a1`) as double) as double) / nullif(sum(cast(coalesce(round(`#a1`, cast(14 - floor(log10(nullif(abs(`#a1`), 0))) as signed)), `#a1`) as double)) over (), 0) as `share`,
  cast(coalesce(round((cast(`#a1` as double) / nullif(cast(`#a2` as double), 0)), cast(14 - floor(log10(nullif((abs(`#a1`) / nullif(abs(cast(`#a2` as double)), 0)), 0))) as signed)), (cast(`#a1` as double) / nullif(cast(`#a2` as double), 0))) as double) as `price`
from (
  select
    case when best.`#hit` = 1 then `#k1` end as `#d1`,
    case when best.`#hit` = 1 then 0 else 1 end as `#rest`,
    sum(cast(`#n1` as decimal(65, 20))) as `#a1`,
    sum(`#n2`) as `#a2`
  from (
    select
      cast(convert(t.`city` using utf8mb4) as binary) as `#k1`,
      sum(cast(t.`amount` as decimal(65, 20))) as `#n1`,
      sum(t.`units`) as `#n2`
    from `orders` as t
    group by 1
  ) as finer
  left join top_values as best on best.`#value` <=> `#k1`
  group by 1, 2
) as grouped
order by `city.rest`, `sum` is null, `sum` desc, `city` is null, `city` asc
limit 10000
