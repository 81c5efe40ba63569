select
  t.`city` as `c1`,
  t.`at` as `c2`,
  t.`a "note"` as `c3`
from `orders` as t
where t.`city` = {p1:String}
  and (t.`at` >= parseDateTime64BestEffort({p2:String}, 6, 'UTC') and t.`at` < parseDateTime64BestEffort({p3:String}, 6, 'UTC'))
order by t.`at` desc nulls last, toString(t.`a "note"`) asc nulls last
limit 1000
-- 1: "Xi'an"
-- 2: "2025-12-31T16:00:00.000Z"
-- 3: "2026-01-31T16:00:00.000Z"
