select
  t."city" as "c1",
  t."at" as "c2",
  t."a ""note""" as "c3"
from "orders" as t
where t."city" = $1
  and (t."at" >= '2025-12-31T16:00:00.000Z'::timestamptz and t."at" < '2026-01-31T16:00:00.000Z'::timestamptz)
order by t."at" desc nulls last, cast(t."a ""note""" as varchar) asc nulls last
limit 1000
-- 1: "Xi'an"
