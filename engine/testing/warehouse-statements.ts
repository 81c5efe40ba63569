/** A statement as analysts write it for ClickHouse, about `orders` and `shop.visits`, and the rows of its result as JSON. */
type WarehouseStatement = [sql: string, rows: string];

export const warehouseStatements: WarehouseStatement[] = [
  ['select 1', '[[1]]'],
  ['select city, n from orders order by n', '[["a",0],["b",1],["上海",2]]'],
  ['from orders select city order by city', '[["a"],["b"],["上海"]]'],
  ['SELECT city FROM "orders" ORDER BY `city` LIMIT 5;', '[["a"],["b"],["上海"]]'],
  ['select n from orders order by n -- all of them', '[[0],[1],[2]]'],
  ['/* first */ select /* second /* nested */ */ 1 as n', '[[1]]'],
  [
    'select count(*), count(), count(distinct city), sum(amount), avg(amount), min(n), max(n) from orders',
    '[[3,3,3,2,0.6666666666666666,0,2]]',
  ],
  [
    'select city, sum(amount) as total from orders group by city order by total desc limit 3',
    '[["b",2.5],["上海",1.5],["a",-2]]',
  ],
  ['select city, sum(amount) from orders group by all having sum(amount) > 0 order by all', '[["b",2.5],["上海",1.5]]'],
  [
    'select toStartOfMonth(sold_at) as month, sum(amount) from orders group by 1 order by 1',
    '[["2026-01-01",2.5],["2026-02-01",-0.5]]',
  ],
  [
    'select toDate(sold_at) as sold, count() from orders group by sold order by sold',
    '[["2026-01-31",1],["2026-02-01",2]]',
  ],
  [
    "select date_trunc('month', sold_at) as month, count(*) from orders group by month order by month",
    '[["2026-01-01",1],["2026-02-01",2]]',
  ],
  [
    "select formatDateTime(sold_at, '%Y-%m') as m, count(*) from orders group by m order by m",
    '[["2026-01",1],["2026-02",2]]',
  ],
  [
    "select extract(year from sold_at), toDayOfWeek(day), toYear(day), dateName('month', day), toHour(sold_at) from orders order by n",
    '[[2026,7,2026,"February",8],[2026,6,2026,"January",23],[2026,7,2026,"February",0]]',
  ],
  [
    "select toTimeZone(sold_at, 'America/New_York') as t from orders order by n",
    '[["2026-02-01T00:00:00Z"],["2026-01-31T15:30:00Z"],["2026-01-31T16:30:00Z"]]',
  ],
  [
    "select toString(sold_at) as t, toString(sold_at at time zone 'UTC') as utc from orders order by n",
    '[["2026-02-01 08:00:00.000000","2026-02-01 00:00:00.000000"],["2026-01-31 23:30:00.000000","2026-01-31 15:30:00.000000"],["2026-02-01 00:30:00.000000","2026-01-31 16:30:00.000000"]]',
  ],
  ["select count() from orders where now() - interval 7 day > toDateTime('2020-01-01 00:00:00')", '[[3]]'],
  ["select count() from orders where day between toDate('2026-01-01') and today() + interval '10 year'", '[[3]]'],
  ["select count() from orders where day between date '2026-01-01' and date '2026-12-31'", '[[3]]'],
  [
    "select dateDiff('day', toDate('2026-01-01'), day) as days, toLastDayOfMonth(day) from orders order by n",
    '[[31,"2026-02-28"],[30,"2026-01-31"],[31,"2026-02-28"]]',
  ],
  [
    "select date_diff('hour', sold_at, toDateTime('2026-02-02 00:00:00')) as hours, date_add(month, 1, day) from orders order by n",
    '[[16,"2026-03-01"],[25,"2026-02-28"],[24,"2026-03-01"]]',
  ],
  [
    'select toStartOfInterval(sold_at, interval 15 minute) as slot, count(*) from orders group by 1 order by 1',
    '[["2026-01-31T15:30:00Z",1],["2026-01-31T16:30:00Z",1],["2026-02-01T00:00:00Z",1]]',
  ],
  ["select city from orders where city in ('上海', '北京') and paid and amount is not null", '[["上海"]]'],
  [
    "select city from orders where city like 'a%' or city ilike '%B%' or city not like '%' order by city",
    '[["a"],["b"]]',
  ],
  ["select city from orders where match(city, '^[a-z]') order by city", '[["a"],["b"]]'],
  ["select city from orders where city regexp '^b'", '[["b"]]'],
  [
    "select upper(city), length(city), lengthUTF8(city), substring(city, 1, 2), city || '!', concat_ws('-', city, toString(n)) from orders order by n",
    '[["A",1,1,"a","a!","a-0"],["B",1,1,"b","b!","b-1"],["上海",6,2,"�","上海!","上海-2"]]',
  ],
  [
    "select replaceAll(city, 'a', 'b'), trim(both 'a' from city), splitByChar(' ', city)[1], leftUTF8(city, 1), leftPad(toString(n), 5, '0') from orders order by n",
    '[["b","","a","a","00000"],["b","b","b","b","00001"],["上海","上海","上海","上","00002"]]',
  ],
  [
    "select coalesce(city, '?'), nullIf(n, 0), ifNull(amount, 0), greatest(1, n), if(paid, 'y', 'n'), paid ? 1 : 0 from orders order by n",
    '[["a",null,-2,1,"n",0],["b",1,2.5,1,"y",1],["上海",2,1.5,2,"y",1]]',
  ],
  [
    "select case when amount > 100 then 'large' when amount > 1 then 'middle' else 'small' end as size, count(*) from orders group by size order by size",
    '[["middle",2],["small",1]]',
  ],
  ["select case city when 'a' then 1 when 'b' then 2 else 3 end as k from orders order by n", '[[1],[2],[3]]'],
  [
    'select round(amount, 1), floor(amount), abs(amount), n % 2, intDiv(n, 2), pow(n, 2), sqrt(abs(amount)) from orders order by n',
    '[[-2,-2,2,0,0,0,1.4142135623730951],[2.5,2,2.5,1,0,1,1.5811388300841898],[1.5,1,1.5,0,1,4,1.224744871391589]]',
  ],
  [
    "select toInt64OrNull(city), cast(n as Float64), n::String, cast(n, 'Nullable(Int8)'), accurateCastOrNull(city, 'Int32') from orders order by n",
    '[[null,0,"0",0,null],[null,1,"1",1,null],[null,2,"2",2,null]]',
  ],
  [
    "select cast([1, 2] as Array(UInt8)), cast(('a', 1), 'Tuple(x String, y Int8)'), '2026-01-01'::Date, '1.50'::Decimal(10, 2)",
    '[["[1,2]","{\\"x\\":\\"a\\",\\"y\\":1}","2026-01-01",1.5]]',
  ],
  [
    'select median(amount), quantile(0.95)(amount), topK(1)(paid), round(stddevPop(amount), 3), uniq(city), uniqExact(city) from orders',
    '[[1.5,2.4000000000000004,"[true]",1.929,3,3]]',
  ],
  ['select quantileExactInclusive(0.5)(amount), quantiles(0.25, 0.75)(n) from orders', '[[1.5,"[0.5,1.5]"]]'],
  [
    'select city, row_number() over (partition by city order by sold_at) as r from orders order by n',
    '[["a",1],["b",1],["上海",1]]',
  ],
  [
    'select n, sum(n) over (order by sold_at rows between 6 preceding and current row) as s from orders order by n',
    '[[0,3],[1,1],[2,3]]',
  ],
  [
    'select city, amount / sum(amount) over () as share, rank() over (order by amount desc) as r from orders order by n',
    '[["a",-1,3],["b",1.25,1],["上海",0.75,2]]',
  ],
  [
    'select lagInFrame(n) over w as a, leadInFrame(n, 1, 0) over w as b, first_value(city) over w as c from orders window w as (order by sold_at rows between unbounded preceding and unbounded following) order by n',
    '[[2,0,"b"],[null,2,"b"],[1,0,"b"]]',
  ],
  [
    'select city, n from orders qualify row_number() over (partition by paid order by sold_at desc, n desc) = 1 order by n',
    '[["a",0],["上海",2]]',
  ],
  [
    'with totals as (select city, sum(amount) as s from orders group by city) select city from totals where s > 1 order by city',
    '[["b"],["上海"]]',
  ],
  ['with a as (select 1 as n), b as (select n + 1 as n from a) select a.n, b.n from a join b on a.n < b.n', '[[1,2]]'],
  ['with orders as (select * from orders where n > 1) select count() from orders', '[[1]]'],
  ['with 2 as two, (select max(n) from orders) as most select two, most', '[[2,2]]'],
  [
    'with recursive steps as (select 1 as n union all select n + 1 from steps where n < 10) select sum(n) from steps',
    '[[55]]',
  ],
  ['select city, pages from orders join shop.visits using (city) order by pages', '[["上海",3],["b",5]]'],
  [
    'select orders.city, shop.visits.pages from orders inner join shop.visits on orders.city = shop.visits.city order by pages',
    '[["上海",3],["b",5]]',
  ],
  [
    'select o.city, v.pages from orders as o left join shop.visits as v on o.city = v.city and v.pages > 4 order by o.n, v.pages',
    '[["a",null],["b",5],["上海",null]]',
  ],
  ['select city from orders semi join shop.visits using (city) order by city', '[["b"],["上海"]]'],
  ['select city from orders anti join shop.visits using (city) order by city', '[["a"]]'],
  [
    'select o.city, v.pages from orders o asof join shop.visits v on o.city = v.city and o.sold_at >= v.sold_at order by o.n',
    '[["b",5],["上海",3]]',
  ],
  [
    'select city from orders where exists (select 1 from shop.visits v where v.city = orders.city) order by city',
    '[["b"],["上海"]]',
  ],
  ['select city, (select count() from shop.visits) as visits from orders order by n', '[["a",2],["b",2],["上海",2]]'],
  ['select city from orders where city in (select city from shop.visits) order by city', '[["b"],["上海"]]'],
  ['select city from orders where city not in shop.visits_cities order by city', '[["a"]]'],
  [
    'with v as (select city from shop.visits) select city from orders where city in v order by city',
    '[["b"],["上海"]]',
  ],
  [
    'select distinct city from (select city from orders union all select city from shop.visits) order by city',
    '[["a"],["b"],["上海"]]',
  ],
  [
    'select city from (select city from orders union distinct select city from shop.visits) order by city',
    '[["a"],["b"],["上海"]]',
  ],
  [
    'select city from (select city from orders intersect select city from shop.visits) order by city',
    '[["b"],["上海"]]',
  ],
  ['select city from orders except select city from shop.visits', '[["a"]]'],
  [
    'select city, paid, count(*), grouping(city) from orders group by rollup(city, paid) order by all limit 2',
    '[["a",false,1,0],["a",null,1,0]]',
  ],
  [
    'select paid, count(*) from orders group by grouping sets ((paid), ()) order by paid nulls last',
    '[[false,1],[true,2],[null,3]]',
  ],
  [
    'select city, countIf(paid) as p, countIf(paid) / count() as rate, sumIf(amount, n > 0) from orders group by city order by city',
    '[["a",0,0,null],["b",1,1,2.5],["上海",1,1,1.5]]',
  ],
  [
    'select sumMap(map(assumeNotNull(city), n)), avgOrNull(n), sumDistinct(n), uniqArray([1, 2]), maxArgMax(n, amount) from orders',
    '[["{\\"a\\":0,\\"b\\":1,\\"上海\\":2}",1,3,2,1]]',
  ],
  [
    "select toDate('2026-01-30') + number as d, countIf(o.n > 0) as c from numbers(3) as g left join orders as o on o.day = d group by d order by d",
    '[["2026-01-30",0],["2026-01-31",1],["2026-02-01",1]]',
  ],
  ['select number from numbers(3)', '[[0],[1],[2]]'],
  ['select generate_series from generate_series(1, 5, 2)', '[[1],[3],[5]]'],
  ['select arrayJoin([1, 2, 3]) as n', '[[1],[2],[3]]'],
  [
    "select city, tag from orders array join JSONExtract(assumeNotNull(tags), 'Array(String)') as tag order by n, tag",
    '[["a","b"],["上海","1"],["上海","a"]]',
  ],
  ["select part from orders left array join splitByChar(',', 'a,b') as part where n = 0", '[["a"],["b"]]'],
  [
    "select JSONExtractString(tags, 1), JSONLength(tags), JSONExtract(tags, 2, 'Nullable(Int64)') from orders order by n",
    '[["b",1,null],["",0,null],["a",2,1]]',
  ],
  [
    "select groupArray(city), arraySort(groupUniqArray(paid)), arrayStringConcat(groupArray(city), ', '), groupConcat(', ')(city) from (select * from orders order by n)",
    '[["[\\"a\\",\\"b\\",\\"上海\\"]","[false,true]","a, b, 上海","a, b, 上海"]]',
  ],
  [
    'select arrayFilter(x -> x > 1, [1, 2, 3]), arrayMap((x, y) -> x * y, [1, 2], [3, 4]), arraySum([1, 2]), [1, 2][1], arraySort(x -> -x, [1, 3, 2])',
    '[["[2,3]","[3,8]",3,1,"[3,2,1]"]]',
  ],
  [
    "select tuple(1, 'x').1, map('k', 1)['k'], (1, 'x').2, mapKeys(map('a', 1)), [[1], [2]][2][1]",
    '[[1,1,"x","[\\"a\\"]",2]]',
  ],
  [
    'select argMax(city, amount), argMin(city, sold_at), any(paid), anyLast(n) from (select * from orders order by n)',
    '[["b","b",false,2]]',
  ],
  [
    'select round(corr(amount, n), 2), round(covarPop(amount, n), 2), round(simpleLinearRegression(n, amount).1, 2) from orders',
    '[[0.74,1.17,1.75]]',
  ],
  [
    'select * except (tags, sold_at, day, paid) replace (amount * 2 as amount) from orders order by n',
    '[["a",-4,0],["b",5,1],["上海",3,2]]',
  ],
  ["select columns('^(n|amount)$') from orders order by n", '[[-2,0],[2.5,1],[1.5,2]]'],
  ['select orders.* except (tags, sold_at, day, paid, amount) from orders order by n', '[["a",0],["b",1],["上海",2]]'],
  ['select city, n from orders order by n desc nulls last, city limit 2 offset 1', '[["b",1],["a",0]]'],
  ['select city, n from orders order by city, n limit 1 by paid', '[["a",0],["b",1]]'],
  [
    'select n from (select toInt64(arrayJoin([1, 4])) as n) order by n with fill from 1 to 5 step 1',
    '[[1],[2],[3],[4]]',
  ],
  ['select $city as city, count(*) from orders where city = $city and n >= $n', '[["a",3]]'],
  ['select count() from orders where sold_at >= $since and day = $day and paid = $paid and amount > $least', '[[1]]'],
  ['select city from orders order by n limit $n + 1', '[["a"]]'],
  [
    "select hex(MD5('a')), cityHash64('a') > 0, toTypeName(generateUUIDv4()), rand() >= 0",
    '[["0CC175B9C0F1B6A831C399E269772661",1,"UUID",1]]',
  ],
  ['select count(*) as "数量", sum(amount) as "总额 (¥)" from orders', '[[3,2]]'],
  ['select "数 量" + 1 as "a.b", "a.b" * 2 as `x\\`y` from (select 1 as "数 量")', '[[2,4]]'],
  [
    "select null, true, 1.5, 1e3, 0x1F, 1_000, .5, -1, 'it''s', 'a\\'b', 'tab\\t', '{p1:String}', '\\\\d', $$it's; \"fine\"$$",
    '[[null,true,1.5,1000,31,1000,0.5,-1,"it\'s","a\'b","tab\\t","{p1:String}","\\\\d","it\'s; \\"fine\\""]]',
  ],
  [
    "select domain('https://example.com/a?b=1'), extractURLParameter('https://example.com/a?b=1', 'b')",
    '[["example.com","1"]]',
  ],
  [
    'select toTypeName(amount), isNull(city), 5 div 2, 5 mod 2, 1 <=> null, not paid, n between 1 and 2 from orders order by n limit 1',
    '[["Nullable(Float64)",0,2,1,0,true,0]]',
  ],
  ['select windowFunnel(86400)(toDateTime(sold_at), n = 0, n = 2) from orders', '[[1]]'],
  [
    'select 城市, sum(金额) as 总额 from (select city as 城市, amount as 金额 from orders) group by 城市 order by 总额',
    '[["a",-2],["上海",1.5],["b",2.5]]',
  ],
];
