select
  `#a1` as `n`
from (
  select
    count(*) as `#a1`
  from `orders` as t
  where ((locate(?, lower(t.`city`)) > 0) or t.`city` is null)
    and not coalesce((t.`city` is null or t.`city` in (?, ?)), false)
    and (t.`at` >= cast(trim(trailing 'Z' from ?) as datetime(6)) and t.`at` < cast(trim(trailing 'Z' from ?) as datetime(6)))
    and not coalesce((right(lower(t.`city`), char_length(?)) = ?), false)
    and (t.`due "day"` >= cast(? as date) and t.`due "day"` < cast(? as date))
    and t.`units` >= cast(? as signed)
) as grouped
limit 10000
-- 1: "shang"
-- 2: "a"
-- 3: "b'; drop table orders; --"
-- 4: "2026-01-01T00:00:00.000Z"
-- 5: "2026-02-01T00:00:00.000Z"
-- 6: "x"
-- 7: "x"
-- 8: "2026-07-01"
-- 9: "2026-10-01"
-- 10: 3
