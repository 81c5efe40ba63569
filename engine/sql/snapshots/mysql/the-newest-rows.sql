select
  t.`city` as `c1`,
  t.`at` as `c2`,
  t.`a "note"` as `c3`
from `orders` as t
where t.`city` = ?
  and (t.`at` >= cast(trim(trailing 'Z' from ?) as datetime(6)) and t.`at` < cast(trim(trailing 'Z' from ?) as datetime(6)))
order by t.`at` is null, t.`at` desc, cast(t.`a "note"` as char) is null, cast(t.`a "note"` as char) asc
limit 1000
-- 1: "Xi'an"
-- 2: "2025-12-31T16:00:00.000Z"
-- 3: "2026-01-31T16:00:00.000Z"
