import { quoteText } from '#engine/sql/quote.ts';

/**
 * A day around which sales rise or fall: by how much, and over how many days before and after. Sales bring discounts,
 * festivals gifts.
 */
type Festival = { day: string; lift: number; rise: number; fall: number; kind: 'sale' | 'gifts' | 'rest' };

const dayLength = 86_400_000;
const lunar = new Intl.DateTimeFormat('en-US-u-ca-chinese', { month: 'numeric', day: 'numeric', timeZone: 'UTC' });
const textOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** The date of a lunar calendar day, searched for within two months of a month. */
function lunarDay(year: number, month: number, name: string): number {
  const first = Date.UTC(year, month, 1);
  const days = Array.from({ length: 62 }, (_, index) => first + index * dayLength);
  return days.find((time) => lunar.format(time) === name) ?? first;
}

function festivalsOf(year: number): Festival[] {
  const spring = lunarDay(year, 0, '1/1');
  const autumn = lunarDay(year, 8, '8/15');
  return [
    { day: textOf(spring - 14 * dayLength), lift: 0.4, rise: 9, fall: 4, kind: 'gifts' },
    { day: textOf(spring + 2 * dayLength), lift: -0.78, rise: 3.5, fall: 4.5, kind: 'rest' },
    { day: `${year}-06-18`, lift: 1.3, rise: 4, fall: 1.2, kind: 'sale' },
    { day: textOf(autumn - 5 * dayLength), lift: 0.25, rise: 7, fall: 3, kind: 'gifts' },
    { day: `${year}-11-11`, lift: 2, rise: 4, fall: 1.2, kind: 'sale' },
    { day: `${year}-12-12`, lift: 0.5, rise: 2, fall: 1, kind: 'sale' },
  ];
}

const hourly = {
  online: [7, 4, 2, 1.5, 1.3, 2, 5, 10, 16, 20, 22, 23, 27, 24, 20, 20, 21, 22, 26, 33, 40, 43, 34, 18],
  store: [0, 0, 0, 0, 0, 0, 0, 3, 10, 16, 20, 26, 30, 24, 22, 26, 28, 30, 34, 36, 30, 18, 5, 0],
};
const weekly = { online: [0.94, 0.9, 0.92, 0.95, 1.04, 1.2, 1.22], store: [0.8, 0.78, 0.82, 0.88, 1.1, 1.5, 1.42] };

/** Days before today of the launch of the new category, the campaign and the outage. */
const timeline = { launch: 243, campaign: [42, 28], outage: 92 };
const visits = 640_000;
const storeOrders = 78_000;

const listOf = (values: number[]) => `[${values.join(', ')}]`;
// Seasonal cosine over the year with its peak on a given day.
const wave = (highest: number) => `cos((dayofyear(day) - ${highest}) * pi() / 182.5)`;
const swell = `exp(-greatest(0, feast - day) / rise - greatest(0, day - feast) / fall)`;

/** Days are in Shanghai time, instants in UTC. `chance` is deterministic in its number. */
export const clockSql = (now: string) => [
  `create macro now_at() as ${quoteText(now.slice(0, 16))}::timestamp`,
  `create macro today() as (now_at() + interval 8 hours)::date`,
  `create macro first_day() as (today() - interval 2 years)::date`,
  `create macro launch_day() as today() - ${timeline.launch}`,
  `create macro chance(number, salt) as (hash((number * 64 + salt)::bigint) >> 11)::double / 9007199254740992`,
];

function festivalTable(now: string): string {
  const year = Number(now.slice(0, 4));
  const rows = [-2, -1, 0, 1]
    .flatMap((offset) => festivalsOf(year + offset))
    .map(({ day, lift, rise, fall, kind }) => `(date '${day}', ${lift}, ${rise}, ${fall}, '${kind}')`);
  return `create temp table feasts as from (values ${rows.join(', ')}) as t(feast, lift, rise, fall, kind)`;
}

const dayTable = `
  create temp table days as
  select day, day - first_day() as age, isodow(day) as weekday,
    exp((day - first_day()) / 1000.0) * (1 + 0.07 * ${wave(350)}) * (0.91 + 0.18 * chance(age, 0)) as season,
    (select sum(lift * ${swell}) from feasts) as feast,
    (select sum(${swell}) from feasts where kind = 'sale') as sale,
    0.08 + (select sum(0.22 * ${swell}) from feasts where kind = 'gifts') as gifts,
    case when day < launch_day() then 0
      else 0.32 * (1 - exp(-(day - launch_day() + 4) / 80.0)) * (1 + 0.2 * ${wave(205)}) end as novelty,
    day between today() - ${timeline.campaign[0]} and today() - ${timeline.campaign[1]} - 1 as in_campaign
  from (select unnest(range(first_day()::timestamp, today() + interval 1 day, interval 1 day))::date as day)`;

// Each hour gets its share of the total; the current hour is partial.
const hourTable = `
  create temp table hours as
  with weighed as (
    select *, least(3600, date_diff('second', begins_at, now_at())) as seconds,
      season * seconds * (0.87 + 0.26 * chance(age * 24 + hour, 1)) * (1 + 0.5 * novelty)
        * if(is_out, 0.015, 1) as flow,
      flow * (1 + feast) * if(in_campaign, 1.6, 1)
        * ${listOf(hourly.online)}[hour + 1] * ${listOf(weekly.online)}[weekday] as online,
      flow * (1 + feast / 2) * if(in_campaign, 1.08, 1)
        * ${listOf(hourly.store)}[hour + 1] * ${listOf(weekly.store)}[weekday] as store
    from (
      select days.*, hour, day + to_hours(hour - 8) as begins_at,
        day = today() - ${timeline.outage} and hour between 14 and 18 as is_out
      from days, range(24) as each(hour))
    where begins_at < now_at()
  ), summed as (
    select *,
      round(sum(online) over so_far / sum(online) over () * ${visits})::bigint as visits_so_far,
      round(sum(store) over so_far / sum(store) over () * ${storeOrders})::bigint as sales_so_far
    from weighed window so_far as (order by begins_at)
  )
  select *, visits_so_far - lag(visits_so_far, 1, 0) over by_time as visits,
    sales_so_far - lag(sales_so_far, 1, 0) over by_time as sales
  from summed window by_time as (order by begins_at)`;

/** Tables of every day and hour of two years up to an instant, with the activity of the shop. */
export const daysSql = (now: string) => [festivalTable(now), dayTable, hourTable];
