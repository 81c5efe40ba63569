select
  "#a1" as "n"
from (
  select
    count(*) as "#a1"
  from "orders" as t
) as grouped
limit 10000
