with top_values as (
  select
    `#d1` as `#value`,
    1 as `#hit`
  from (
    select
      `#d1`,
      coalesce(max(case when `#side` = 0 then `#n1` end), 0) as `#a1`,
      coalesce(max(case when `#side` = 1 then `#n1` end), 0) as `#b1`
    from (
      select
        0 as `#side`,
        `#d1`,
        `#a1` as `#n1`
      from (
        select
          cast(convert(t.`city` using utf8mb4) as binary) as `#d1`,
          sum(cast(t.`amount` as decimal(65, 20))) as `#a1`
        from `orders` as t
        where (t.`at` >= cast(trim(trailing 'Z' from ?) as datetime(6)) and t.`at` < cast(trim(trailing 'Z' from ?) as datetime(6)))
        group by 1
      ) as value_side
      union all
      select
        1 as `#side`,
        `#d1`,
        `#a1` as `#n1`
      from (
        select
          cast(convert(t.`city` using utf8mb4) as binary) as `#d1`,
          sum(cast(t.`amount` as decimal(65, 20))) as `#a1`
        from `orders` as t
        where (t.`at` >= cast(trim(trailing 'Z' from ?) as datetime(6)) and t.`at` < cast(trim(trailing 'Z' from ?) as datetime(6)))
        group by 1
      ) as base_side
    ) as sides
    group by 1
  ) as ranked
  order by cast(coalesce(round((cast(coalesce(round(`#a1`, cast(14 - floor(log10(nullif(abs(`#a1`), 0))) as signed)), `#a1`) as double) - cast(coalesce(round(`#b1`, cast(14 - floor(log10(nullif(abs(`#b1`), 0))) as signed)), `#b1`) as double)), cast(14 - floor(log10(nullif(greatest(abs(cast(coalesce(round(`#a1`, cast(14 - floor(log10(nullif(abs(`#a1`), 0))) as signed)), `#a1`) as double)), abs(cast(coalesce(round(`#b1`, cast(14 - floor(log10(nullif(abs(`#b1`), 0))) as signed)), `#b1`) as double))), 0))) as signed)), (cast(coalesce(round(`#a1`, cast(14 - floor(log10(nullif(abs(`#a1`), 0))) as signed)), `#a1`) as double) - cast(coalesce(round(`#b1`, cast(14 - floor(log10(nullif(abs(`#b1`), 0))) as signed)), `#b1`) as double))) as double) is null, cast(coalesce(round((cast(coalesce(round(`#a1`, cast(14 - floor(log10(nullif(abs(`#a1`), 0))) as signed)), `#a1`) as double) - cast(coalesce(round(`#b1`, cast(14 - floor(log10(nullif(abs(`#b1`), 0))) as signed)), `#b1`) as double)), cast(14 - floor(log10(nullif(greatest(abs(cast(coalesce(round(`#a1`, cast(14 - floor(log10(nullif(abs(`#a1`), 0))) as signed)), `#a1`) as double)), abs(cast(coalesce(round(`#b1`, cast(14 - floor(log10(nullif(abs(`#b1`), 0))) as signed)), `#b1`) as double))), 0))) as signed)), (cast(coalesce(round(`#a1`, cast(14 - floor(log10(nullif(abs(`#a1`), 0))) as signed)), `#a1`) as double) - cast(coalesce(round(`#b1`, cast(14 - floor(log10(nullif(abs(`#b1`), 0))) as signed)), `#b1`) as double))) as double) asc, `#d1` is null, `#d1` asc
  limit 10
)
select
  `city`,
  `sum`,
  `sum.base`,
  `sum.difference`,
  cast(`sum.difference` as double) / nullif(abs(`sum.base`), 0) as `sum.percent`
from (
  select
    answer.*,
    cast(coalesce(round((`sum` - `sum.base`), cast(14 - floor(log10(nullif(greatest(abs(`sum`), abs(`sum.base`)), 0))) as signed)), (`sum` - `sum.base`)) as double) as `sum.difference`
  from (
    select
      `#d1` as `city`,
      cast(coalesce(round(`#a1`, cast(14 - floor(log10(nullif(abs(`#a1`), 0))) as signed)), `#a1`) as double) as `sum`,
      cast(coalesce(round(`#b1`, cast(14 - floor(log10(nullif(abs(`#b1`), 0))) as signed)), `#b1`) as double) as `sum.base`
    from (
      select
        `#d1`,
        coalesce(max(case when `#side` = 0 then `#n1` end), 0) as `#a1`,
        coalesce(max(case when `#side` = 1 then `#n1` end), 0) as `#b1`
      from (
        select
          0 as `#side`,
          `#d1`,
          `#a1` as `#n1`
        from (
          select
            `#k1` as `#d1`,
            sum(cast(`#n1` as decimal(65, 20))) as `#a1`
          from (
            select
              cast(convert(t.`city` using utf8mb4) as binary) as `#k1`,
              sum(cast(t.`amount` as decimal(65, 20))) as `#n1`
            from `orders` as t
            where (t.`at` >= cast(trim(trailing 'Z' from ?) as datetime(6)) and t.`at` < cast(trim(trailing 'Z' from ?) as datetime(6)))
            group by 1
          ) as finer
          join top_values as best on best.`#value` <=> `#k1`
          group by 1
        ) as value_side
        union all
        select
          1 as `#side`,
          `#d1`,
          `#a1` as `#n1`
        from (
          select
            `#k1` as `#d1`,
            sum(cast(`#n1` as decimal(65, 20))) as `#a1`
          from (
            select
              cast(convert(t.`city` using utf8mb4) as binary) as `#k1`,
              sum(cast(t.`amount` as decimal(65, 20))) as `#n1`
            from `orders` as t
            where (t.`at` >= cast(trim(trailing 'Z' from ?) as datetime(6)) and t.`at` < cast(trim(trailing 'Z' from ?) as datetime(6)))
            group by 1
          ) as finer
          join top_values as best on best.`#value` <=> `#k1`
          group by 1
        ) as base_side
      ) as sides
      group by 1
    ) as grouped
  ) as answer
) as compared
order by `sum.difference` is null, `sum.difference` asc, `city` is null, `city` asc
limit 10000
-- 1: "2026-10-01T00:00:00.000Z"
-- 2: "2026-11-01T00:00:00.000Z"
-- 3: "2026-09-01T00:00:00.000Z"
-- 4: "2026-10-01T00:00:00.000Z"
-- 5: "2026-10-01T00:00:00.000Z"
-- 6: "2026-11-01T00:00:00.000Z"
-- 7: "2026-09-01T00:00:00.000Z"
-- 8: "2026-10-01T00:00:00.000Z"
