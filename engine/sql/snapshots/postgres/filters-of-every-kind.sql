select
  "#a1" as "n"
from (
  select
    count(*) as "#a1"
  from "orders" as t
  where ((strpos(lower(cast(t."city" as text)) collate "C", $1) > 0) or cast(t."city" as text) collate "C" is null)
    and not coalesce((cast(t."city" as text) collate "C" is null or (cast(t."city" as text) in ($2, $3) and cast(t."city" as text) collate "C" in ($4, $5))), false)
    and (t."at" >= $6::timestamptz and t."at" < $7::timestamptz)
    and not coalesce((right(lower(cast(t."city" as text)) collate "C", length($8)) = $9), false)
    and (t."due ""day""" >= $10::date and t."due ""day""" < $11::date)
    and t."units" >= $12::bigint
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
