select
  `#d1` as `day`,
  cast(coalesce(round(`#a1`, cast(14 - floor(log10(nullif(abs(`#a1`), 0))) as signed)), `#a1`) as double) as `sum`,
  cast(coalesce(round(sum(cast(cast(coalesce(round(`#a1`, cast(14 - floor(log10(nullif(abs(`#a1`), 0))) as signed)), `#a1`) as double) as decimal(65, 20))) over (order by `#d1` is null, `#d1` asc rows between unbounded preceding and current row), cast(14 - floor(log10(nullif(sum(abs(cast(coalesce(round(`#a1`, cast(14 - floor(log10(nullif(abs(`#a1`), 0))) as signed)), `#a1`) as double))) over (order by `#d1` is null, `#d1` asc rows between unbounded preceding and current row), 0))) as signed)), sum(cast(cast(coalesce(round(`#a1`, cast(14 - floor(log10(nullif(abs(`#a1`), 0))) as signed)), `#a1`) as double) as decimal(65, 20))) over (order by `#d1` is null, `#d1` asc rows between unbounded preceding and current row)) as double) as `running`
from (
  select
    date(convert_tz(t.`at`, '+00:00', 'America/New_York')) as `#d1`,
    sum(cast(t.`amount` as decimal(65, 20))) as `#a1`
  from `orders` as t
  group by 1
) as grouped
order by `day` is null, `day` asc
limit 10000
