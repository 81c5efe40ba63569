select
  `#a1` as `n`
from (
  select
    count(*) as `#a1`
  from `orders` as t
  where ((locate(cast(convert(? using utf8mb4) as binary), cast(convert(lower(t.`city`) using utf8mb4) as binary)) > 0) or cast(convert(t.`city` using utf8mb4) as binary) is null)
    and not coalesce((cast(convert(t.`city` using utf8mb4) as binary) is null or cast(convert(t.`city` using utf8mb4) as binary) in (?, ?)), false)
    and (t.`at` >= cast(trim(trailing 'Z' from ?) as datetime(6)) and t.`at` < cast(trim(trailing 'Z' from ?) as datetime(6)))
    and not coalesce((right(cast(convert(lower(t.`city`) using utf8mb4) as binary), length(cast(convert(? using utf8mb4) as binary))) = cast(convert(? using utf8mb4) as binary)), false)
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
