import { quoteText } from '#engine/sql/quote.ts';
import { cityNumberOf } from './sample-goods.ts';

/** By frequency, most frequent first. */
const surnames: [zh: string, en: string][] = [
  ['王', 'Wang'],
  ['李', 'Li'],
  ['张', 'Zhang'],
  ['刘', 'Liu'],
  ['陈', 'Chen'],
  ['杨', 'Yang'],
  ['黄', 'Huang'],
  ['赵', 'Zhao'],
  ['吴', 'Wu'],
  ['周', 'Zhou'],
  ['徐', 'Xu'],
  ['孙', 'Sun'],
  ['马', 'Ma'],
  ['朱', 'Zhu'],
  ['胡', 'Hu'],
  ['郭', 'Guo'],
  ['何', 'He'],
  ['林', 'Lin'],
  ['高', 'Gao'],
  ['罗', 'Luo'],
  ['郑', 'Zheng'],
  ['梁', 'Liang'],
  ['谢', 'Xie'],
  ['宋', 'Song'],
  ['唐', 'Tang'],
  ['韩', 'Han'],
  ['冯', 'Feng'],
  ['邓', 'Deng'],
  ['曹', 'Cao'],
  ['彭', 'Peng'],
];

/** The names of customers in Chinese and English. */
export const customerNames = surnames.flatMap(([zh, en]): [zh: string, en: string][] => [
  [`${zh}女士`, `Ms. ${en}`],
  [`${zh}先生`, `Mr. ${en}`],
]);

const nameList = `[${customerNames.map(([zh]) => quoteText(zh)).join(', ')}]`;

// Customers come in blocks of 100 with the same distribution over cities. A new block joins every few days.
const blocks = (age: string) => `(20 + 0.3 * ${age})`;
const joinedOn = `if(number < 2_000, first_day() - (30 + 1_400 * pow(1 - number / 2_000.0, 1.5))::integer,
  first_day() + floor((number / 100.0 - 21) / 0.3)::integer)`;

/**
 * The view of customers, and the macro that picks one for an order: from the same city, and joined before the order.
 * Early customers order most.
 */
export const customersSql = [
  `create macro first_of_city(city) as ceil(100 * pow(city / 16.0, 1 / 1.9))::integer`,
  `create macro customer_id(number) as printf('C%05d', 1 + number)`,
  `create macro pick_customer(age, city, block_chance, place_chance) as customer_id(
    100 * floor(${blocks('age')} * pow(block_chance, 1.4))::integer + first_of_city(city)
      + floor(place_chance * (first_of_city(city + 1) - first_of_city(city)))::integer)`,
  `create view customers as
   select *, customer_id(number) as customer,
     ${nameList}[1 + floor(${customerNames.length} * pow(chance(number, 40), 1.6))::integer] as customer_name,
     case when chance(number, 41) < 0.02 + 0.06 * loyalty then '钻石'
       when chance(number, 41) < 0.1 + 0.16 * loyalty then '金卡'
       when chance(number, 41) < 0.32 + 0.3 * loyalty then '银卡'
       else '普通' end as level,
     ${joinedOn} as joined_on
   from (
     select number, ${cityNumberOf('number % 100 / 100.0')} as city_number, 1 - number / size as loyalty
     from (select 100 * ceil(${blocks('(today() - first_day())')})::integer as size), range(size) as each(number))
   join cities using (city_number)
   order by number`,
];
