select
  d1 as `day`,
  a1 as `sum`,
  sum(a1) over (order by d1 is null, d1 asc rows between unbounded preceding and current row) as `running`
from (
  select
    date(convert_tz(t.`at`, '+00:00', 'America/New_York')) as d1,
    sum(t.`amount`) as a1
  from `orders` as t
  group by 1
) as grouped
order by `day` is null, `day` asc
limit 10000
