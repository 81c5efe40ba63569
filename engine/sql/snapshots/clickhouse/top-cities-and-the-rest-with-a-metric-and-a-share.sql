with top_values as (
  select
    `#d1` as `#value`,
    1 as `#hit`
  from (
    select
      t.`city` as `#d1`,
      sumKahanIf(cast(t.`amount` as Nullable(Float64)), t.`amount` is not null) as `#a1`,
      sum(cast(abs(t.`amount`) as Nullable(Float64))) as `#a2`
    from `orders` as t
    group by 1
  ) as ranked
  order by arrayMap((v, d) -> coalesce(round(v * pow(10, greatest(d, 0)) / pow(10, greatest(-d, 0))) * pow(10, greatest(-d, 0)) / pow(10, greatest(d, 0)), v) + 0, [cast(`#a1` as Nullable(Float64))], [14 - floor(log10(nullif(cast(greatest(abs(`#a1`), least(`#a2`, 9e12)) as Nullable(Float64)), 0)))])[1] desc nulls last, `#d1` asc nulls last
  limit 10
)
select
  `#d1` as `city`,
  cast(`#rest` = 1 as Bool) as `city.rest`,
  arrayMap((v, d) -> coalesce(round(v * pow(10, greatest(d, 0)) / pow(10, greatest(-d, 0))) * pow(10, greatest(-d, 0)) / pow(10, greatest(d, 0)), v) + 0, [cast(`#a1` as Nullable(Float64))], [14 - floor(log10(nullif(cast(greatest(abs(`#a1`), least(`#a2`, 9e12)) as Nullable(Float64)), 0)))])[1] as `sum`,
  cast(arrayMap((v, d) -> coalesce(round(v * pow(10, greatest(d, 0)) / pow(10, greatest(-d, 0))) * pow(10, greatest(-d, 0)) / pow(10, greatest(d, 0)), v) + 0, [cast(`#a1` as Nullable(Float64))], [14 - floor(log10(nullif(cast(greatest(abs(`#a1`), least(`#a2`, 9e12)) as Nullable(Float64)), 0)))])[1] as Nullable(Float64)) / nullif(sum(arrayMap((v, d) -> coalesce(round(v * pow(10, greatest(d, 0)) / pow(10, greatest(-d, 0))) * pow(10, greatest(-d, 0)) / pow(10, greatest(d, 0)), v) + 0, [cast(`#a1` as Nullable(Float64))], [14 - floor(log10(nullif(cast(greatest(abs(`#a1`), least(`#a2`, 9e12)) as Nullable(Float64)), 0)))])[1]) over (), 0) as `share`,
  arrayMap((v, d) -> coalesce(round(v * pow(10, greatest(d, 0)) / pow(10, greatest(-d, 0))) * pow(10, greatest(-d, 0)) / pow(10, greatest(d, 0)), v) + 0, [cast((cast(arrayMap((v, d) -> coalesce(round(v * pow(10, greatest(d, 0)) / pow(10, greatest(-d, 0))) * pow(10, greatest(-d, 0)) / pow(10, greatest(d, 0)), v) + 0, [cast(`#a1` as Nullable(Float64))], [14 - floor(log10(nullif(cast(greatest(abs(`#a1`), least(`#a2`, 9e12)) as Nullable(Float64)), 0)))])[1] as Nullable(Float64)) / nullif(cast(`#a3` as Nullable(Float64)), 0)) as Nullable(Float64))], [14 - floor(log10(nullif(cast((abs(cast(arrayMap((v, d) -> coalesce(round(v * pow(10, greatest(d, 0)) / pow(10, greatest(-d, 0))) * pow(10, greatest(-d, 0)) / pow(10, greatest(d, 0)), v) + 0, [cast(`#a1` as Nullable(Float64))], [14 - floor(log10(nullif(cast(greatest(abs(`#a1`), least(`#a2`, 9e12)) as Nullable(Float64)), 0)))])[1] as Nullable(Float64))) / nullif(abs(cast(`#a3` as Nullable(Float64))), 0)) as Nullable(Float64)), 0)))])[1] as `price`
from (
  select
    case when best.`#hit` = 1 then `#k1` end as `#d1`,
    case when best.`#hit` = 1 then 0 else 1 end as `#rest`,
    sumKahanIf(cast(`#n1` as Nullable(Float64)), `#n1` is not null) as `#a1`,
    sum(cast(`#n2` as Nullable(Float64))) as `#a2`,
    sum(cast(`#n3` as Nullable(Int128))) as `#a3`
  from (
    select
      t.`city` as `#k1`,
      sumKahanIf(cast(t.`amount` as Nullable(Float64)), t.`amount` is not null) as `#n1`,
      sum(cast(abs(t.`amount`) as Nullable(Float64))) as `#n2`,
      sum(cast(t.`units` as Nullable(Int128))) as `#n3`
    from `orders` as t
    group by 1
  ) as finer
  left join top_values as best on best.`#value` is not distinct from `#k1`
  group by 1, 2
) as grouped
order by `city.rest`, `sum` desc nulls last, `city` asc nulls last
limit 10000
