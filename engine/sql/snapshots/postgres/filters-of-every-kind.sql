select
  "#a1" as "n"
from (
  select
    count(*) as "#a1"
  from "orders" as t
  where ((strpos(lower(cast(t."city" as text)) collate "C", $1) > 0) or cast(t."city" as text) collate "C" is null)
    and not coalesce((cast(t."city" as text) collate "C" is null or cast(t."city" as text) collate "C" in ($2, $3)), false)
    and (t."at" >= $4::timestamptz and t."at" < $5::timestamptz)
    and not coalesce((right(lower(cast(t."city" as text)) collate "C", length($6)) = $7), false)
    and (t."due ""day""" >= $8::date and t."due ""day""" < $9::date)
    and t."units" >= $10::bigint
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
