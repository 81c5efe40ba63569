select
  `day`,
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
      `#d1` as `day`,
      cast(coalesce(round(`#a1`, cast(14 - floor(log10(nullif(abs(`#a1`), 0))) as signed)), `#a1`) as double) as `sum`,
      cast(coalesce(round(`#b1`, cast(14 - floor(log10(nullif(abs(`#b1`), 0))) as signed)), `#b1`) as double) as `sum.base`
    from (
      select
        `#d1`,
        coalesce(max(case when `#side` = 0 then `#n1` end), 0) as `#a1`,
        case when date_add(date_add(`#d1`, interval -1 month), interval 1 month) = `#d1` then coalesce(max(case when `#side` = 1 then `#n1` end), 0) end as `#b1`
      from (
        select
          0 as `#side`,
          `#d1`,
          `#a1` as `#n1`
        from (
          select
            date(convert_tz(t.`at`, '+00:00', 'Asia/Shanghai')) as `#d1`,
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
            case when date_add(date_add(date(convert_tz(t.`at`, '+00:00', 'Asia/Shanghai')), interval 1 month), interval -1 month) = date(convert_tz(t.`at`, '+00:00', 'Asia/Shanghai')) then date_add(date(convert_tz(t.`at`, '+00:00', 'Asia/Shanghai')), interval 1 month) end as `#d1`,
            sum(cast(t.`amount` as decimal(65, 20))) as `#a1`
          from `orders` as t
          where (t.`at` >= cast(trim(trailing 'Z' from ?) as datetime(6)) and t.`at` < cast(trim(trailing 'Z' from ?) as datetime(6)))
          group by 1
        ) as base_side
        where `#d1` >= cast(? as date) and `#d1` <= cast(? as date)
      ) as sides
      group by 1
    ) as grouped
  ) as answer
) as compared
order by `day` is null, `day` asc
limit 10000
-- 1: "2026-10-31T16:00:00.000Z"
-- 2: "2026-11-15T07:30:00.000Z"
-- 3: "2026-09-30T16:00:00.000Z"
-- 4: "2026-10-15T07:30:00.000Z"
-- 5: "2026-11-01"
-- 6: "2026-11-15"
