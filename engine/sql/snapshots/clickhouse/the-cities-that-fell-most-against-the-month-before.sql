with top_values as (
  select
    `#d1` as `#value`,
    1 as `#hit`
  from (
    select
      `#d1`,
      coalesce(max(case when `#side` = 0 then `#n1` end), 0) as `#a1`,
      coalesce(max(case when `#side` = 1 then `#n1` end), 0) as `#b1`,
      coalesce(max(case when `#side` = 0 then `#n2` end), 0) as `#a2`,
      coalesce(max(case when `#side` = 1 then `#n2` end), 0) as `#b2`
    from (
      select
        0 as `#side`,
        `#d1`,
        `#a1` as `#n1`,
        `#a2` as `#n2`
      from (
        select
          t.`city` as `#d1`,
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
          t.`city` as `#d1`,
          sumKahanIf(cast(t.`amount` as Nullable(Float64)), t.`amount` is not null) as `#a1`,
          sum(cast(abs(t.`amount`) as Nullable(Float64))) as `#a2`
        from `orders` as t
        where (t.`at` >= parseDateTime64BestEffort({p3:String}, 6, 'UTC') and t.`at` < parseDateTime64BestEffort({p4:String}, 6, 'UTC'))
        group by 1
      ) as base_side
    ) as sides
    group by 1
  ) as ranked
  order by arrayMap((v, d) -> coalesce(round(v * pow(10, greatest(d, 0)) / pow(10, greatest(-d, 0))) * pow(10, greatest(-d, 0)) / pow(10, greatest(d, 0)), v) + 0, [cast((arrayMap((v, d) -> coalesce(round(v * pow(10, greatest(d, 0)) / pow(10, greatest(-d, 0))) * pow(10, greatest(-d, 0)) / pow(10, greatest(d, 0)), v) + 0, [cast(`#a1` as Nullable(Float64))], [14 - floor(log10(nullif(cast(greatest(abs(`#a1`), least(`#a2`, 9e12)) as Nullable(Float64)), 0)))])[1] - arrayMap((v, d) -> coalesce(round(v * pow(10, greatest(d, 0)) / pow(10, greatest(-d, 0))) * pow(10, greatest(-d, 0)) / pow(10, greatest(d, 0)), v) + 0, [cast(`#b1` as Nullable(Float64))], [14 - floor(log10(nullif(cast(greatest(abs(`#b1`), least(`#b2`, 9e12)) as Nullable(Float64)), 0)))])[1]) as Nullable(Float64))], [14 - floor(log10(nullif(cast(greatest(abs(arrayMap((v, d) -> coalesce(round(v * pow(10, greatest(d, 0)) / pow(10, greatest(-d, 0))) * pow(10, greatest(-d, 0)) / pow(10, greatest(d, 0)), v) + 0, [cast(`#a1` as Nullable(Float64))], [14 - floor(log10(nullif(cast(greatest(abs(`#a1`), least(`#a2`, 9e12)) as Nullable(Float64)), 0)))])[1]), abs(arrayMap((v, d) -> coalesce(round(v * pow(10, greatest(d, 0)) / pow(10, greatest(-d, 0))) * pow(10, greatest(-d, 0)) / pow(10, greatest(d, 0)), v) + 0, [cast(`#b1` as Nullable(Float64))], [14 - floor(log10(nullif(cast(greatest(abs(`#b1`), least(`#b2`, 9e12)) as Nullable(Float64)), 0)))])[1])) as Nullable(Float64)), 0)))])[1] asc nulls last, `#d1` asc nulls last
  limit 10
)
select
  `city`,
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
      `#d1` as `city`,
      arrayMap((v, d) -> coalesce(round(v * pow(10, greatest(d, 0)) / pow(10, greatest(-d, 0))) * pow(10, greatest(-d, 0)) / pow(10, greatest(d, 0)), v) + 0, [cast(`#a1` as Nullable(Float64))], [14 - floor(log10(nullif(cast(greatest(abs(`#a1`), least(`#a2`, 9e12)) as Nullable(Float64)), 0)))])[1] as `sum`,
      arrayMap((v, d) -> coalesce(round(v * pow(10, greatest(d, 0)) / pow(10, greatest(-d, 0))) * pow(10, greatest(-d, 0)) / pow(10, greatest(d, 0)), v) + 0, [cast(`#b1` as Nullable(Float64))], [14 - floor(log10(nullif(cast(greatest(abs(`#b1`), least(`#b2`, 9e12)) as Nullable(Float64)), 0)))])[1] as `sum.base`
    from (
      select
        `#d1`,
        coalesce(max(case when `#side` = 0 then `#n1` end), 0) as `#a1`,
        coalesce(max(case when `#side` = 1 then `#n1` end), 0) as `#b1`,
        coalesce(max(case when `#side` = 0 then `#n2` end), 0) as `#a2`,
        coalesce(max(case when `#side` = 1 then `#n2` end), 0) as `#b2`
      from (
        select
          0 as `#side`,
          `#d1`,
          `#a1` as `#n1`,
          `#a2` as `#n2`
        from (
          select
            `#k1` as `#d1`,
            sumKahanIf(cast(`#n1` as Nullable(Float64)), `#n1` is not null) as `#a1`,
            sum(cast(`#n2` as Nullable(Float64))) as `#a2`
          from (
            select
              t.`city` as `#k1`,
              sumKahanIf(cast(t.`amount` as Nullable(Float64)), t.`amount` is not null) as `#n1`,
              sum(cast(abs(t.`amount`) as Nullable(Float64))) as `#n2`
            from `orders` as t
            where (t.`at` >= parseDateTime64BestEffort({p5:String}, 6, 'UTC') and t.`at` < parseDateTime64BestEffort({p6:String}, 6, 'UTC'))
            group by 1
          ) as finer
          join top_values as best on best.`#value` is not distinct from `#k1`
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
            `#k1` as `#d1`,
            sumKahanIf(cast(`#n1` as Nullable(Float64)), `#n1` is not null) as `#a1`,
            sum(cast(`#n2` as Nullable(Float64))) as `#a2`
          from (
            select
              t.`city` as `#k1`,
              sumKahanIf(cast(t.`amount` as Nullable(Float64)), t.`amount` is not null) as `#n1`,
              sum(cast(abs(t.`amount`) as Nullable(Float64))) as `#n2`
            from `orders` as t
            where (t.`at` >= parseDateTime64BestEffort({p7:String}, 6, 'UTC') and t.`at` < parseDateTime64BestEffort({p8:String}, 6, 'UTC'))
            group by 1
          ) as finer
          join top_values as best on best.`#value` is not distinct from `#k1`
          group by 1
        ) as base_side
      ) as sides
      group by 1
    ) as grouped
  ) as answer
) as compared
order by `sum.difference` asc nulls last, `city` asc nulls last
limit 10000
-- 1: "2026-10-01T00:00:00.000Z"
-- 2: "2026-11-01T00:00:00.000Z"
-- 3: "2026-09-01T00:00:00.000Z"
-- 4: "2026-10-01T00:00:00.000Z"
-- 5: "2026-10-01T00:00:00.000Z"
-- 6: "2026-11-01T00:00:00.000Z"
-- 7: "2026-09-01T00:00:00.000Z"
-- 8: "2026-10-01T00:00:00.000Z"
