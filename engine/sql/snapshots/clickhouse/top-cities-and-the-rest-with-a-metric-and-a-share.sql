with top_values as (
  select
    d1 as value,
    1 as hit
  from (
    select
      t.`city` as d1,
      sumKahan(t.`amount`) as a1
    from `orders` as t
    group by 1
  ) as ranked
  order by coalesce(round(a1 * pow(10, greatest(14 - floor(log10(nullif(abs(a1), 0))), 0)) / pow(10, greatest(-(14 - floor(log10(nullif(abs(a1), 0)))), 0))) * pow(10, greatest(-(14 - floor(log10(nullif(abs(a1), 0)))), 0)) / pow(10, greatest(14 - floor(log10(nullif(abs(a1), 0))), 0)), a1) desc nulls last, d1 asc nulls last
  limit 10
)
select
  d1 as `city`,
  rest = 1 as `city.rest`,
  coalesce(round(a1 * pow(10, greatest(14 - floor(log10(nullif(abs(a1), 0))), 0)) / pow(10, greatest(-(14 - floor(log10(nullif(abs(a1), 0)))), 0))) * pow(10, greatest(-(14 - floor(log10(nullif(abs(a1), 0)))), 0)) / pow(10, greatest(14 - floor(log10(nullif(abs(a1), 0))), 0)), a1) as `sum`,
  accurateCastOrNull(a1, 'Float64') / nullif(sum(a1) over (), 0) as `share`,
  coalesce(round((accurateCastOrNull(a1, 'Float64') / nullif(accurateCastOrNull(a2, 'Float64'), 0)) * pow(10, greatest(14 - floor(log10(nullif(abs((accurateCastOrNull(a1, 'Float64') / nullif(accurateCastOrNull(a2, 'Float64'), 0))), 0))), 0)) / pow(10, greatest(-(14 - floor(log10(nullif(abs((accurateCastOrNull(a1, 'Float64') / nullif(accurateCastOrNull(a2, 'Float64'), 0))), 0)))), 0))) * pow(10, greatest(-(14 - floor(log10(nullif(abs((accurateCastOrNull(a1, 'Float64') / nullif(accurateCastOrNull(a2, 'Float64'), 0))), 0)))), 0)) / pow(10, greatest(14 - floor(log10(nullif(abs((accurateCastOrNull(a1, 'Float64') / nullif(accurateCastOrNull(a2, 'Float64'), 0))), 0))), 0)), (accurateCastOrNull(a1, 'Float64') / nullif(accurateCastOrNull(a2, 'Float64'), 0))) as `price`
from (
  select
    case when best.hit = 1 then d1 end as d1,
    case when best.hit = 1 then 0 else 1 end as rest,
    sumKahan(a1) as a1,
    sum(a2) as a2
  from (
    select
      t.`city` as d1,
      sumKahan(t.`amount`) as a1,
      sum(t.`units`) as a2
    from `orders` as t
    group by 1
  ) as finer
  left join top_values as best on best.value is not distinct from d1
  group by 1, 2
) as grouped
order by `city.rest`, `sum` desc nulls last, `city` asc nulls last
limit 10000
