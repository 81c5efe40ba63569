select
  t."city" as "c1",
  t."at" as "c2",
  t."a ""note""" as "c3"
from "orders" as t
where (cast(t."city" as text) = $1 and cast(t."city" as text) collate "C" = $2)
  and (t."at" >= $3::timestamptz and t."at" < $4::timestamptz)
order by t."at" desc nulls last, cast(cast(t."a ""note""" as text) as text) collate "C" asc nulls last
limit 1000
-- 1: "Xi'an"
-- 2: "Xi'an"
-- 3: "2025-12-31T16:00:00.000Z"
-- 4: "2026-01-31T16:00:00.000Z"
