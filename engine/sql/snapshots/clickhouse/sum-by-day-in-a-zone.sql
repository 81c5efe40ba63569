select
  `#d1` as `day`,
  arrayMap((v, d) -> coalesce(round(v * pow(10, greatest(d, 0)) / pow(10, greatest(-d, 0))) * pow(10, greatest(-d, 0)) / pow(10, greatest(d, 0)), v) + 0, [cast(`#a1` as Nullable(Float64))], [14 - floor(log10(nullif(cast(greatest(abs(`#a1`), least(`#a2`, 9e12)) as Nullable(Float64)), 0)))])[1] as `sum`,
  arrayMap((v, d) -> coalesce(round(v * pow(10, greatest(d, 0)) / pow(10, greatest(-d, 0))) * pow(10, greatest(-d, 0)) / pow(10, greatest(d, 0)), v) + 0, [cast(sumKahanIf(cast(arrayMap((v, d) -> coalesce(round(v * pow(10, greatest(d, 0)) / pow(10, greatest(-d, 0))) * pow(10, greatest(-d, 0)) / pow(10, greatest(d, 0)), v) + 0, [cast(`#a1` as Nullable(Float64))], [14 - floor(log10(nullif(cast(greatest(abs(`#a1`), least(`#a2`, 9e12)) as Nullable(Float64)), 0)))])[1] as Nullable(Float64)), arrayMap((v, d) -> coalesce(round(v * pow(10, greatest(d, 0)) / pow(10, greatest(-d, 0))) * pow(10, greatest(-d, 0)) / pow(10, greatest(d, 0)), v) + 0, [cast(`#a1` as Nullable(Float64))], [14 - floor(log10(nullif(cast(greatest(abs(`#a1`), least(`#a2`, 9e12)) as Nullable(Float64)), 0)))])[1] is not null) over (order by `#d1` asc nulls last rows between unbounded preceding and current row) as Nullable(Float64))], [14 - floor(log10(nullif(cast(sum(abs(arrayMap((v, d) -> coalesce(round(v * pow(10, greatest(d, 0)) / pow(10, greatest(-d, 0))) * pow(10, greatest(-d, 0)) / pow(10, greatest(d, 0)), v) + 0, [cast(`#a1` as Nullable(Float64))], [14 - floor(log10(nullif(cast(greatest(abs(`#a1`), least(`#a2`, 9e12)) as Nullable(Float64)), 0)))])[1])) over (order by `#d1` asc nulls last rows between unbounded preceding and current row) as Nullable(Float64)), 0)))])[1] as `running`
from (
  select
    toDate32(toDateTime64(t.`at`, 6, 'America/New_York')) as `#d1`,
    sumKahanIf(cast(t.`amount` as Nullable(Float64)), t.`amount` is not null) as `#a1`,
    sum(cast(abs(t.`amount`) as Nullable(Float64))) as `#a2`
  from `orders` as t
  group by 1
) as grouped
order by `day` asc nulls last
limit 10000
