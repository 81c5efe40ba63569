select
  `day`,
  `sum`,
  `sum.base`,
  `sum.difference`,
  cast(`sum.difference` as Nullable(Float64)) / nullif(abs(`sum.base`), 0) as `sum.percent`
from (
  select
    answer.*,
    arrayMap((v, d) -> coalesce(round(v * pow(10, greatest(d, 0)) / pow(10, greatest(-d, 0))) * pow(10, greatest(-d, 0)) / pow(10, greatest(d, 0)), v) + 0, [cast((`sum` - `sum.base`) as Nullable(Float64))], [14 - floor(log10(nullif(cast(greatest(abs(`sum`), abs(`sum.base`)) as Nullable(Float64)), 0)))])[1] as `sum.difference`
  from (
    select
      `#d1` as `day`,
      arrayMap((v, d) -> coalesce(round(v * pow(10, greatest(d, 0)) / pow(10, greatest(-d, 0))) * pow(10, greatest(-d, 0)) / pow(10, greatest(d, 0)), v) + 0, [cast(`#a1` as Nullable(Float64))], [14 - floor(log10(nullif(cast(greatest(abs(`#a1`), least(`#a2`, 9e12)) as Nullable(Float64)), 0)))])[1] as `sum`,
      arrayMap((v, d) -> coalesce(round(v * pow(10, greatest(d, 0)) / pow(10, greatest(-d, 0))) * pow(10, greatest(-d, 0)) / pow(10, greatest(d, 0)), v) + 0, [cast(`#b1` as Nullable(Float64))], [14 - floor(log10(nullif(cast(greatest(abs(`#b1`), least(`#b2`, 9e12)) as Nullable(Float64)), 0)))])[1] as `sum.base`
    from (
      select
        `#d1`,
        coalesce(max(case when `#side` = 0 then `#n1` end), 0) as `#a1`,
        case when addMonths(addMonths(`#d1`, -1), 1) = `#d1` then coalesce(max(case when `#side` = 1 then `#n1` end), 0) end as `#b1`,
        coalesce(max(case when `#side` = 0 then `#n2` end), 0) as `#a2`,
        case when addMonths(addMonths(`#d1`, -1), 1) = `#d1` then coalesce(max(case when `#side` = 1 then `#n2` end), 0) end as `#b2`
      from (
        select
          0 as `#side`,
          `#d1`,
          `#a1` as `#n1`,
          `#a2` as `#n2`
        from (
          select
            toDate32(toDateTime64(t.`at`, 6, 'Asia/Shanghai')) as `#d1`,
            sumKahanIf(cast(t.`amount` as Nullable(Float64)), t.`amount` is not null) as `#a1`,
            sum(cast(abs(t.`amount`) as Nullable(Float64))) as `#a2`
          from `orders` as t
          where (t.`at` >= parseDateTime64BestEffort({p1:String}, 6, 'UTC') and t.`at` < parseDateTime64BestEffort({p2:String}, 6, 'UTC'))
          group by 1
        ) as value_side
        union all
        select
          1 as `#side`,
          `#d1`,
          `#a1` as `#n1`,
          `#a2` as `#n2`
        from (
          select
            case when addMonths(addMonths(toDate32(toDateTime64(t.`at`, 6, 'Asia/Shanghai')), 1), -1) = toDate32(toDateTime64(t.`at`, 6, 'Asia/Shanghai')) then addMonths(toDate32(toDateTime64(t.`at`, 6, 'Asia/Shanghai')), 1) end as `#d1`,
            sumKahanIf(cast(t.`amount` as Nullable(Float64)), t.`amount` is not null) as `#a1`,
            sum(cast(abs(t.`amount`) as Nullable(Float64))) as `#a2`
          from `orders` as t
          where (t.`at` >= parseDateTime64BestEffort({p3:String}, 6, 'UTC') and t.`at` < parseDateTime64BestEffort({p4:String}, 6, 'UTC'))
          group by 1
        ) as base_side
        where `#d1` >= toDate32(parseDateTime64BestEffort({p5:String}, 6, 'UTC')) and `#d1` <= toDate32(parseDateTime64BestEffort({p6:String}, 6, 'UTC'))
      ) as sides
      group by 1
    ) as grouped
  ) as answer
) as compared
order by `day` asc nulls last
limit 10000
-- 1: "2026-10-31T16:00:00.000Z"
-- 2: "2026-11-15T07:30:00.000Z"
-- 3: "2026-09-30T16:00:00.000Z"
-- 4: "2026-10-15T07:30:00.000Z"
-- 5: "2026-11-01"
-- 6: "2026-11-15"
