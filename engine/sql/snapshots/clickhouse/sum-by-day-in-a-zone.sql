select
  d1 as `day`,
  coalesce(round(a1 * pow(10, greatest(14 - floor(log10(nullif(abs(a1), 0))), 0)) / pow(10, greatest(-(14 - floor(log10(nullif(abs(a1), 0)))), 0))) * pow(10, greatest(-(14 - floor(log10(nullif(abs(a1), 0)))), 0)) / pow(10, greatest(14 - floor(log10(nullif(abs(a1), 0))), 0)), a1) as `sum`,
  coalesce(round(sumKahan(a1) over (order by d1 asc nulls last rows between unbounded preceding and current row) * pow(10, greatest(14 - floor(log10(nullif(abs(sumKahan(a1) over (order by d1 asc nulls last rows between unbounded preceding and current row)), 0))), 0)) / pow(10, greatest(-(14 - floor(log10(nullif(abs(sumKahan(a1) over (order by d1 asc nulls last rows between unbounded preceding and current row)), 0)))), 0))) * pow(10, greatest(-(14 - floor(log10(nullif(abs(sumKahan(a1) over (order by d1 asc nulls last rows between unbounded preceding and current row)), 0)))), 0)) / pow(10, greatest(14 - floor(log10(nullif(abs(sumKahan(a1) over (order by d1 asc nulls last rows between unbounded preceding and current row)), 0))), 0)), sumKahan(a1) over (order by d1 asc nulls last rows between unbounded preceding and current row)) as `running`
from (
  select
    toDate32(toTimeZone(t.`at`, 'America/New_York')) as d1,
    sumKahan(t.`amount`) as a1
  from `orders` as t
  group by 1
) as grouped
order by `day` asc nulls last
limit 10000
