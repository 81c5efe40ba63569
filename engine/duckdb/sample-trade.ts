import { cityNumberOf } from './sample-goods.ts';

// Random values are derived from row numbers, so that the same time always gives the same rows.

// Spread over the hour in row order: rows are generated sorted by time.
const momentOf = (count: string) =>
  `begins_at + to_seconds(floor((place + chance(number, 0)) / ${count} * seconds)::bigint)`;
const cityNumber = cityNumberOf('chance(number, 1)');

const visitors = `
  select *, ${momentOf('visits')} as visited_at, ${cityNumber} as city_number,
    if(chance(number, 2) < 0.48 + 0.16 * age / 730, 'app', 'web') as channel,
    case when in_campaign and chance(number, 3) < 0.375 then 'livestream'
      when chance(number, 4) < 0.34 then 'direct'
      when chance(number, 4) < 0.58 then 'search'
      when chance(number, 4) < 0.78 then 'social'
      when chance(number, 4) < 0.91 then 'ads'
      else 'email' end as source,
    chance(number, 5) < if(source = 'livestream', 0.7, 0.38) as is_new,
    case when chance(number, 6) < if(channel = 'app', 0, 0.52) then 'desktop'
      when chance(number, 6) < 0.95 then 'phone'
      else 'tablet' end as device,
    if(chance(number, 7) < 0.36, 1, 2 + floor(-3 * ln(1 - 0.99 * chance(number, 8))))::integer as pages,
    if(pages = 1, 3 + 30 * chance(number, 9), pages * (14 + 60 * chance(number, 9)))::integer as duration,
    visited_at + to_seconds(duration) as left_at
  from (
    select *, visits_so_far - visits + place + 1 as number
    from (select *, unnest(range(visits)) as place from hours))`;

const appeal = `case source when 'email' then 1.5 when 'livestream' then 1.4 when 'direct' then 1.25
  when 'search' then 1.1 when 'ads' then 0.7 else 0.6 end`;

const visitView = `
  create view visits as
  select *, number as id,
    case when source = 'livestream' then '/live'
      when chance(number, 10) < 0.3 then '/'
      when chance(number, 11) < novelty then '/cold-brew'
      when chance(number, 12) < gifts then '/gifts'
      when chance(number, 13) < 0.34 then '/tea'
      when chance(number, 13) < 0.62 then '/coffee'
      when chance(number, 13) < 0.82 then '/snacks'
      else '/teaware' end as page,
    pages > 1 and left_at < now_at()
      and chance(number, 14) < 0.125 * ${appeal} * if(is_new, 0.6, 1.25) * (1 + 0.5 * sale) as converted
  from (${visitors}) join cities using (city_number)`;

// Store sales have numbers far from those of visits.
const sales = `
  select number, left_at as ordered_at, channel, source, city_number, number as visit,
    age, sale, gifts, novelty, in_campaign
  from visits where converted
  union all
  select number, ${momentOf('sales')}, 'store', 'walk-in', ${cityNumber}, null, age, sale, gifts, novelty, in_campaign
  from (
    select *, 100_000_000 + sales_so_far - sales + place as number
    from (select *, unnest(range(sales)) as place from hours))`;

// From the new category, only products that were launched before the order.
const baskets = `
  select *,
    case when chance(number, 20) < novelty then 5
      when chance(number, 21) < gifts then 4
      when chance(number, 22) < 0.34 then 0
      when chance(number, 22) < 0.62 then 1
      when chance(number, 22) < 0.86 then 2
      else 3 end as shelf,
    if(shelf = 5, least(10, 4 + (age - (launch_day() - first_day())) // 30), 10) as choice,
    floor(choice * pow(chance(number, 23), 1.6))::integer as rank,
    1 + floor(if(shelf = 5, 6, 3) * pow(chance(number, 24), 3))::integer as quantity,
    case when chance(number, 25) < least(0.9, sale) then 0.2 + 0.05 * floor(3 * chance(number, 26))
      when in_campaign and channel <> 'store' and chance(number, 25) < 0.5 then 0.15
      when chance(number, 27) < 0.22 then 0.05 + 0.05 * floor(2 * chance(number, 26))
      else 0 end as discount,
    date_diff('hour', ordered_at, now_at()) as hours_ago
  from (${sales})`;

const orderView = `
  create view orders as
  select *, 100_000 + row_number() over (order by ordered_at, number) as id,
    name as product, name_en as product_en,
    round(quantity * price * (1 - discount), 2) as amount,
    pick_customer(age, city_number, chance(number, 28), chance(number, 33)) as customer,
    case when chance(number, 29) < 0.025 and channel <> 'store' then 'cancelled'
      when chance(number, 30) < 0.03 and hours_ago > 120 then 'refunded'
      when channel <> 'store' and hours_ago < 20 + 10 * chance(number, 31) then 'paid'
      when channel <> 'store' and hours_ago < 60 + 60 * chance(number, 32) then 'shipped'
      else 'completed' end as status
  from (${baskets}) join products using (shelf, rank) join cities using (city_number)
  order by id`;

/** Views of visits and orders, both sorted by time. */
export const tradeSql = [visitView, orderView];
