/** Typical published tables, with the requirements for their automatic dashboards. */
export type TypicalTable = {
  csv: string;
  /** Acceptable first numbers: aggregation and column. */
  headline: string[];
  /** Time or ordinal column for trends; null if there is none. */
  axis: string | null;
  /** Columns that must not be summed. */
  notSummed: string[];
  /** Columns that must be neither summed nor averaged. */
  notMeasured: string[];
};

type TableCell = string | number;

/** Deterministic pseudo-random numbers from 0 to 1. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

const roll = randomFrom(5);
const pick = <T>(values: readonly T[]): T => values[Math.floor(roll() * values.length)]!;
const near = (mean: number, spread: number) => Math.round((mean + (roll() + roll() - 1) * spread) * 10) / 10;
const whole = (from: number, to: number) => from + Math.floor(roll() * (to - from + 1));
const dayOf = (start: string, days: number) =>
  new Date(Date.parse(start) + days * 86_400_000).toISOString().slice(0, 10);

function tableOf(header: string, count: number, row: (index: number) => TableCell[]): string {
  const lines = Array.from({ length: count }, (_, index) => row(index).join(','));
  return `${[header, ...lines].join('\n')}\n`;
}

const none = { notSummed: [], notMeasured: [] };

export const typicalTables: Record<string, TypicalTable> = {
  flights: {
    csv: tableOf('year,month,day,dep_time,dep_delay,carrier,flight,origin,distance,time_hour', 400, (n) => {
      const date = dayOf('2013-01-01', n % 360);
      const carrier = pick(['UA', 'AA', 'B6']);
      const delay = Math.round(near({ UA: 4, AA: 18, B6: 30 }[carrier]!, 15));
      const [year, month, day] = date.split('-').map(Number) as [number, number, number];
      const at = `${date}T0${n % 10}:00:00Z`;
      const time = whole(5, 23) * 100 + whole(0, 59);
      return [year, month, day, time, delay, carrier, whole(1, 6000), pick(['JFK', 'LGA']), whole(200, 2500), at];
    }),
    headline: ['average dep_delay'],
    axis: 'time_hour',
    notSummed: ['dep_delay'],
    notMeasured: ['year', 'month', 'day', 'dep_time', 'flight'],
  },
  学生成绩: {
    csv: tableOf('学号,姓名,班级,性别,语文,数学,总分', 160, (n) => {
      const [one, two] = [Math.round(near(65 + (n % 4) * 6, 15)), Math.round(near(70 + (n % 4) * 5, 15))];
      return [20_240_101 + n, `学生${n}`, `${(n % 4) + 1}班`, pick(['男', '女']), one, two, one + two];
    }),
    headline: ['average 总分'],
    axis: null,
    notSummed: ['语文', '数学', '总分'],
    notMeasured: ['学号'],
  },
  incomes: {
    csv: tableOf('country,region,income per person,health,population', 120, (n) => {
      const region = n % 4;
      return [
        `Land ${n}`,
        `Region ${region}`,
        whole(500, 3000) + region * 9000,
        near(60 + region * 5, 6),
        whole(1e5, 9e7),
      ];
    }),
    headline: ['average income per person', 'average health'],
    axis: null,
    notSummed: ['income per person', 'health'],
    notMeasured: [],
  },
  development: {
    csv: tableOf('country,continent,year,lifeExp,pop,gdpPercap', 240, (n) => {
      const [country, step] = [n % 20, Math.floor(n / 20)];
      const life = near(45 + (country % 4) * 8 + step * 1.5, 3);
      return [
        `Land ${country}`,
        `Part ${country % 4}`,
        1952 + step * 5,
        life,
        1e6 * (country + 1) + step * 1e5,
        whole(500, 9000),
      ];
    }),
    headline: ['average lifeExp', 'average gdpPercap'],
    axis: 'year',
    notSummed: ['lifeExp', 'gdpPercap', 'pop'],
    notMeasured: ['year'],
  },
  planets: {
    csv: tableOf('method,orbital_period,mass,year', 200, (n) => {
      const method = ['Transit', 'Radial Velocity', 'Imaging'][n % 3]!;
      return [
        method,
        near({ Transit: 20, 'Radial Velocity': 800, Imaging: 9000 }[method]!, 15),
        near(2, 2),
        1995 + (n % 20),
      ];
    }),
    headline: ['average orbital_period', 'average mass', 'count'],
    axis: 'year',
    notSummed: ['orbital_period', 'mass'],
    notMeasured: ['year'],
  },
  diamonds: {
    csv: tableOf(',carat,cut,color,clarity,depth,price', 300, (n) => {
      const carat = Math.round((0.2 + roll() * 2) * 100) / 100;
      return [
        n + 1,
        carat,
        pick(['Ideal', 'Good', 'Fair']),
        pick(['D', 'E', 'F']),
        pick(['SI1', 'VS2']),
        near(61, 2),
        Math.round(carat ** 2 * 4000),
      ];
    }),
    headline: ['average price'],
    axis: null,
    notSummed: ['price', 'depth', 'carat'],
    notMeasured: ['Column 1'],
  },
  titanic: {
    csv: tableOf('passenger_id,survived,pclass,sex,age,fare', 300, (n) => {
      const sex = n % 3 === 0 ? 'female' : 'male';
      return [n + 1, roll() < (sex === 'female' ? 0.75 : 0.2) ? 1 : 0, (n % 3) + 1, sex, whole(1, 70), near(30, 25)];
    }),
    headline: ['average survived'],
    axis: null,
    notSummed: ['survived', 'age'],
    notMeasured: ['passenger_id', 'pclass'],
  },
  crossing: {
    csv: tableOf('class,age,sex,survived', 300, (n) => {
      const sex = n % 3 === 0 ? 'women' : 'man';
      return [
        `${(n % 3) + 1}. class`,
        pick(['adults', 'child']),
        sex,
        roll() < (sex === 'man' ? 0.2 : 0.75) ? 'yes' : 'no',
      ];
    }),
    headline: ['average survived'],
    axis: null,
    ...none,
  },
  疫情: {
    csv: tableOf('日期,省份,累计确诊,新增确诊,现有确诊', 240, (n) => {
      const [province, day] = [n % 4, Math.floor(n / 4)];
      return [
        dayOf('2020-01-20', day),
        ['湖北', '广东', '浙江', '河南'][province]!,
        day * 40 * (4 - province),
        40 * (4 - province),
        whole(10, 400),
      ];
    }),
    headline: ['sum 新增确诊'],
    axis: '日期',
    notSummed: ['累计确诊', '现有确诊'],
    notMeasured: [],
  },
  outbreak: {
    csv: tableOf('date,country,cases', 240, (n) => {
      const [country, day] = [n % 4, Math.floor(n / 4)];
      return [dayOf('2020-03-01', day), `Land ${country}`, Math.round((day + 1) ** 1.5 * (country + 1))];
    }),
    headline: ['max cases'],
    axis: 'date',
    notSummed: ['cases'],
    notMeasured: [],
  },
  'global-temperature': {
    csv: tableOf('year,temp', 120, (n) => [1900 + n, near(-0.3 + n / 100, 0.2)]),
    headline: ['average temp'],
    axis: 'year',
    notSummed: ['temp'],
    notMeasured: ['year'],
  },
  订单: {
    csv: tableOf('订单号,下单时间,客户编号,类别,省份,单价,数量,金额', 300, (n) => {
      const [price, pieces] = [near(60, 40), whole(1, 5)];
      const date = `${dayOf('2025-01-01', n % 300)} 10:00:00`;
      return [
        250_000_001 + n,
        date,
        whole(10_000, 10_200),
        pick(['茶叶', '咖啡', '零食']),
        pick(['广东', '浙江', '江苏', '四川']),
        price,
        pieces,
        price * pieces,
      ];
    }),
    headline: ['sum 金额'],
    axis: '下单时间',
    notSummed: ['单价'],
    notMeasured: ['订单号', '客户编号'],
  },
  门店销售: {
    csv: tableOf('日期,门店编码,门店,销售额,客单价,转化率,毛利率', 300, (n) => {
      const store = n % 3;
      return [
        dayOf('2025-01-01', Math.floor(n / 3)),
        1001 + store,
        ['东店', '西店', '南店'][store]!,
        near(9000 + store * 4000, 1500),
        near(60, 8),
        near(0.3, 0.1),
        `${near(45, 8)}%`,
      ];
    }),
    headline: ['sum 销售额'],
    axis: '日期',
    notSummed: ['客单价', '转化率', '毛利率'],
    notMeasured: ['门店编码'],
  },
  贷款: {
    csv: tableOf('合同号,放款日期,客户类型,贷款金额,年利率,期限,是否逾期,手机号', 300, (n) => {
      const kind = pick(['企业', '个人']);
      return [
        9_000_001 + n,
        dayOf('2024-01-01', n % 300),
        kind,
        whole(1, 50) * 1000,
        near(8, 4),
        pick([12, 24, 36]),
        roll() < (kind === '企业' ? 0.03 : 0.2) ? 1 : 0,
        13_800_000_000 + n,
      ];
    }),
    headline: ['sum 贷款金额', 'average 是否逾期'],
    axis: '放款日期',
    notSummed: ['年利率', '期限', '是否逾期'],
    notMeasured: ['合同号', '手机号'],
  },
  employees: {
    csv: tableOf('employee_id,department,gender,age,zip,salary', 200, (n) => {
      const department = pick(['Sales', 'Research', 'Support']);
      return [
        n + 1000,
        department,
        pick(['F', 'M']),
        whole(21, 64),
        whole(10_001, 99_950),
        near({ Sales: 5200, Research: 8000, Support: 4100 }[department]!, 900),
      ];
    }),
    headline: ['average salary'],
    axis: null,
    notSummed: ['salary', 'age'],
    notMeasured: ['employee_id', 'zip'],
  },
  空气质量: {
    csv: tableOf('日期,城市,AQI,PM2.5,质量等级', 300, (n) => {
      const aqi = Math.round(near(40 + (n % 3) * 30, 25));
      return [
        dayOf('2024-01-01', Math.floor(n / 3)),
        ['昆明', '上海', '西安'][n % 3]!,
        aqi,
        Math.round(aqi * 0.6),
        aqi < 50 ? '优' : '良',
      ];
    }),
    headline: ['average AQI', 'average PM2.5'],
    axis: '日期',
    notSummed: ['AQI', 'PM2.5'],
    notMeasured: [],
  },
  库存: {
    csv: tableOf('物料编码,仓库,类别,库存数量,单价,库存金额', 200, (n) => {
      const [price, pieces] = [near(20, 15), whole(0, 900)];
      return [300_100 + n, pick(['一号仓', '二号仓']), pick(['原料', '成品', '包装']), pieces, price, price * pieces];
    }),
    headline: ['sum 库存金额', 'sum 库存数量'],
    axis: null,
    notSummed: ['单价'],
    notMeasured: ['物料编码'],
  },
  // Nearly all values belong to one device: bars, not a donut of one colour.
  visits: {
    csv: tableOf('date,device,browser,visits,bounce_rate', 300, (n) => {
      const isPhone = n % 20 > 0;
      return [
        dayOf('2025-01-01', Math.floor(n / 3)),
        isPhone ? 'phone' : 'desktop',
        pick(['a', 'b', 'c', 'd', 'e', 'f', 'g']),
        isPhone ? whole(80, 120) : whole(1, 5),
        near(0.4, 0.2),
      ];
    }),
    headline: ['sum visits'],
    axis: 'date',
    notSummed: ['bounce_rate'],
    notMeasured: [],
  },
  stations: {
    csv: tableOf('code,name,state,latitude,longitude', 150, (n) => [
      n + 7000,
      `Station ${n}`,
      pick(['TX', 'CA', 'NY']),
      near(40, 8),
      near(-90, 20),
    ]),
    headline: ['count'],
    axis: null,
    notSummed: [],
    notMeasured: ['code', 'latitude', 'longitude'],
  },
  stocks: {
    csv: tableOf('symbol,date,price', 180, (n) => {
      const date = new Date(Date.UTC(2000, Math.floor(n / 3), 1)).toISOString().slice(0, 10);
      return [['MSFT', 'IBM', 'AAPL'][n % 3]!, date, near(40 + (n % 3) * 60, 20)];
    }),
    headline: ['average price'],
    axis: 'date',
    notSummed: ['price'],
    notMeasured: [],
  },
  population: {
    csv: tableOf('year,age,sex,people', 400, (n) => [
      1900 + 10 * Math.floor(n / 40),
      5 * Math.floor((n % 40) / 2),
      (n % 2) + 1,
      whole(1e5, 9e6),
    ]),
    headline: ['average people', 'sum people'],
    axis: 'year',
    notSummed: [],
    notMeasured: ['year', 'age', 'sex'],
  },
  // Some years are missing, so that points are more than a year apart.
  cars: {
    csv: tableOf('name,origin,built,horsepower', 60, (n) => {
      const built = [1970, 1972, 1973, 1976, 1979, 1982][n % 6]!;
      return [`Car ${n}`, n % 2 === 0 ? 'USA' : 'Japan', `${built}-01-01`, near(n % 2 === 0 ? 150 : 80, 20)];
    }),
    headline: ['average horsepower'],
    axis: 'built',
    notSummed: ['horsepower'],
    notMeasured: [],
  },
};
