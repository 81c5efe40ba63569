select
  `#a1` as `n`
from (
  select
    count(*) as `#a1`
  from `orders` as t
  where ((locate(cast(convert(? using utf8mb4) as binary), cast(convert(lower(t.`city`) using utf8mb4) as binary)) > 0) or cast(convert(t.`city` using utf8mb4) as binary) is null)
    and not coalesce((cast(convert(t.`city` using utf8mb4) as binary) is null or (t.`city` in (?, ?) and cast(convert(t.`city` using utf8mb4) as binary) in (?, ?))), false)
    and (t.`at` >= cast(trim(trailing 'Z' from ?) as datetime(6)) and t.`at` < cast(trim(trailing 'Z' from ?) as datetime(6)))
    and not coalesce((right(cast(convert(lower(t.`city`) using utf8mb4) as binary), length(cast(convert(? using utf8mb4) as binary))) = cast(convert(? using utf8mb4) as binary)), false)
    and (t.`due "day"` >= cast(? as date) and t.`due "day"` < cast(? as date))
    and t.`units` >= cast(? as signed)
) as grouped
limit 10000
-- 1: "shang"
-- 2: "a"
-- 3: "b'; drop table orders; --"
-- 4: "a"
-- 5: "b'; drop table orders; --"
-- 6: "2026-01-01T00:00:00.000Z"
-- 7: "2026-02-01T00:00:00.000Z"
-- 8: "x"
-- 9: "x"
-- 10: "2026-07-01"
-- 11: "2026-10-01"
-- 12: 3
