select
  `#a1` as `n`
from (
  select
    count(*) as `#a1`
  from `orders` as t
  where ((position(lowerUTF8(t.`city`), {p1:String}) > 0) or t.`city` is null)
    and not coalesce((t.`city` is null or t.`city` in ({p2:String}, {p3:String})), false)
    and (t.`at` >= parseDateTime64BestEffort({p4:String}, 6, 'UTC') and t.`at` < parseDateTime64BestEffort({p5:String}, 6, 'UTC'))
    and not coalesce(endsWith(lowerUTF8(t.`city`), {p6:String}), false)
    and (t.`due "day"` >= toDate32(parseDateTime64BestEffort({p7:String}, 6, 'UTC')) and t.`due "day"` < toDate32(parseDateTime64BestEffort({p8:String}, 6, 'UTC')))
    and t.`units` >= {p9:Int64}
) as grouped
limit 10000
-- 1: "shang"
-- 2: "a"
-- 3: "b'; drop table orders; --"
-- 4: "2026-01-01T00:00:00.000Z"
-- 5: "2026-02-01T00:00:00.000Z"
-- 6: "x"
-- 7: "2026-07-01"
-- 8: "2026-10-01"
-- 9: 3
