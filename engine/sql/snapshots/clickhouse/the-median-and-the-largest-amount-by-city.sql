select
  `#d1` as `city`,
  (coalesce(round(`#a1` * pow(10, greatest(14 - floor(log10(nullif(abs(`#a1`), 0))), 0)) / pow(10, greatest(-(14 - floor(log10(nullif(abs(`#a1`), 0)))), 0))) * pow(10, greatest(-(14 - floor(log10(nullif(abs(`#a1`), 0)))), 0)) / pow(10, greatest(14 - floor(log10(nullif(abs(`#a1`), 0))), 0)), `#a1`) + 0) as `median`,
  `#a2` as `largest`
from (
  select
    t.`city` as `#d1`,
    quantileExactInclusive(0.5)(t.`units`) as `#a1`,
    max(t.`amount`) as `#a2`
  from `orders` as t
  group by 1
) as grouped
order by `city` asc nulls last
limit 10000
