select
  "#a1" as "n"
from (
  select
    count(*) as "#a1"
  from "orders" as t
  where (contains(lower(t."city"), $1) or t."city" is null)
    and not coalesce((t."city" is null or t."city" in ($2, $3)), false)
    and (t."at" >= '2026-01-01T00:00:00.000Z'::timestamptz and t."at" < '2026-02-01T00:00:00.000Z'::timestamptz)
    and not coalesce(ends_with(lower(t."city"), $4), false)
    and (t."due ""day""" >= '2026-07-01'::date and t."due ""day""" < '2026-10-01'::date)
    and t."units" >= $5::bigint
) as grouped
limit 10000
-- 1: "shang"
-- 2: "a"
-- 3: "b'; drop table orders; --"
-- 4: "x"
-- 5: 3
