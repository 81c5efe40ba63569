select
  t.`city` as `c1`,
  t.`at` as `c2`,
  t.`a "note"` as `c3`
from `orders` as t
where (t.`city` = ? and cast(convert(t.`city` using utf8mb4) as binary) = ?)
  and (t.`at` >= cast(trim(trailing 'Z' from ?) as datetime(6)) and t.`at` < cast(trim(trailing 'Z' from ?) as datetime(6)))
order by t.`at` is null, t.`at` desc, cast(convert(cast(t.`a "note"` as char) using utf8mb4) as binary) is null, cast(convert(cast(t.`a "note"` as char) using utf8mb4) as binary) asc
limit 1000
-- 1: "Xi'an"
-- 2: "Xi'an"
-- 3: "2025-12-31T16:00:00.000Z"
-- 4: "2026-01-31T16:00:00.000Z"
