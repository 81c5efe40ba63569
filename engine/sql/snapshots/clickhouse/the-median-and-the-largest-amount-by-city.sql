select
  `#d1` as `city`,
  arrayMap((v, d) -> coalesce(round(v * pow(10, greatest(d, 0)) / pow(10, greatest(-d, 0))) * pow(10, greatest(-d, 0)) / pow(10, greatest(d, 0)), v) + 0, [cast(`#a1` as Nullable(Float64))], [14 - floor(log10(nullif(cast(abs(`#a1`) as Nullable(Float64)), 0)))])[1] as `median`,
  `#a2` as `largest`
from (
  select
    t.`city` as `#d1`,
    quantileExactInclusive(0.5)(cast(t.`units` as Nullable(Float64))) as `#a1`,
    max(cast(t.`amount` as Nullable(Float64))) as `#a2`
  from `orders` as t
  group by 1
) as grouped
order by `city` asc nulls last
limit 10000
