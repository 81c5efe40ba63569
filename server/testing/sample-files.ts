/** Typical files of each common shape, with typical errors. Deterministic. */
export const sampleFiles = { orders, weblog, sensors, survey, ledger, people };
export type SampleFileName = keyof typeof sampleFiles;

/** Deterministic pseudo-random numbers from 0 to 1. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

const pick = <T>(roll: number, values: readonly T[]): T => values[Math.floor(roll * roll * values.length)]!;
const day = 86_400_000;
const dateOf = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 10);
const timeOf = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ');
const csv = (rows: (string | number)[][]) => rows.map((row) => row.join(',')).join('\n');

const provinces = {
  广东: ['广州', '深圳', '东莞'],
  浙江: ['杭州', '宁波'],
  江苏: ['南京', '苏州'],
  四川: ['成都'],
  北京: ['北京'],
  上海: ['上海'],
};

/** Orders of a shop up to yesterday, in Chinese, with currency signs and gaps. */
function orders(now = Date.now(), count = 3_000): string {
  const roll = randomFrom(7);
  const rows: (string | number)[][] = [
    ['订单编号', '下单时间', '省份', '城市', '商品类别', '支付方式', '数量', '单价', '金额', '备注'],
  ];
  for (let n = 0; n < count; n += 1) {
    const province = pick(roll(), Object.keys(provinces) as (keyof typeof provinces)[]);
    const category = pick(roll(), ['茶叶', '茶具', '礼盒', '点心']);
    const price = { 茶叶: 120, 茶具: 300, 礼盒: 520, 点心: 40 }[category]! * (0.7 + roll() * 0.6);
    const units = 1 + Math.floor(roll() * 4);
    const at = now - day - Math.floor(roll() * 400) * day - roll() * day;
    rows.push([
      `DD${100_000 + n}`,
      timeOf(at),
      roll() < 0.02 ? '' : province,
      pick(roll(), provinces[province]),
      category,
      pick(roll(), ['微信', '支付宝', '银行卡']),
      units,
      `¥${price.toFixed(2)}`,
      `¥${(price * units).toFixed(2)}`,
      roll() < 0.9 ? '' : '加急，请尽快',
    ]);
  }
  return csv(rows);
}

/** Web requests of three days. */
function weblog(now = Date.now(), count = 3_000): string {
  const roll = randomFrom(11);
  const rows: (string | number)[][] = [
    ['timestamp', 'client_ip', 'method', 'path', 'status', 'bytes', 'response_time_ms', 'user_agent'],
  ];
  for (let n = 0; n < count; n += 1) {
    rows.push([
      new Date(now - roll() * 3 * day).toISOString(),
      `10.0.${Math.floor(roll() * 4)}.${Math.floor(roll() * 250)}`,
      pick(roll(), ['GET', 'GET', 'POST', 'PUT']),
      pick(roll(), ['/', '/login', '/api/items', '/api/orders', '/cart', '/search', '/help', '/about']),
      pick(roll(), [200, 200, 304, 404, 500]),
      Math.floor(roll() * roll() * 90_000),
      (20 + roll() * roll() * 900).toFixed(1),
      pick(roll(), ['Mozilla/5.0 (Windows NT 10.0)', 'Mozilla/5.0 (iPhone)', 'curl/8.5.0', 'Googlebot/2.1']),
    ]);
  }
  return csv(rows);
}

/** Hourly sensor readings of one month, two years ago. */
function sensors(): string {
  const roll = randomFrom(13);
  const start = Date.parse('2024-03-01T00:00:00Z');
  const rows: (string | number)[][] = [['ts', 'sensor_id', 'room', 'temperature', 'humidity', 'co2', 'battery_pct']];
  for (let step = 0; step < 30 * 24; step += 1) {
    for (const [index, room] of ['Hall', 'Kitchen', 'Lab', 'Store'].entries()) {
      const at = start + step * 3_600_000;
      const warm = 19 + index + 4 * Math.sin((step / 24) * 2 * Math.PI) + roll();
      rows.push([
        timeOf(at),
        `S-${index + 1}`,
        room,
        roll() < 0.01 ? 'ERR' : warm.toFixed(2),
        (45 + roll() * 10 - index * 3).toFixed(1),
        Math.floor(420 + roll() * 300 + (room === 'Lab' ? 400 : 0)),
        Math.floor(100 - step / 10),
      ]);
    }
  }
  return csv(rows);
}

/** Survey answers; mostly choices and scales. */
function survey(): string {
  const roll = randomFrom(17);
  const rows: (string | number)[][] = [
    [
      'Response ID',
      'Submitted',
      'Age group',
      'Gender',
      'How did you hear of us?',
      'Overall satisfaction (1-5)',
      'Would recommend (0-10)',
      'Comments',
    ],
  ];
  for (let n = 0; n < 640; n += 1) {
    const pleased = 1 + Math.floor(Math.sqrt(roll()) * 5);
    rows.push([
      n + 1,
      dateOf(Date.parse('2026-03-02') + Math.floor(roll() * 21) * day),
      pick(roll(), ['18-24', '25-34', '35-44', '45-54', '55+']),
      roll() < 0.05 ? '' : pick(roll(), ['Female', 'Male', 'Other']),
      pick(roll(), ['Friend', 'Search', 'Social media', 'Advertisement']),
      Math.min(5, pleased),
      Math.min(10, pleased * 2 + (roll() < 0.5 ? 0 : 1)),
      roll() < 0.8 ? '' : '"Good, but slow at times"',
    ]);
  }
  return csv(rows);
}

/** A ledger of two years, with positive and negative amounts. */
function ledger(): string {
  const roll = randomFrom(19);
  const rows: (string | number)[][] = [
    ['Date', 'Voucher No', 'Account', 'Department', 'Description', 'Debit', 'Credit', 'Net'],
  ];
  for (let n = 0; n < 1_500; n += 1) {
    const isDebit = roll() < 0.55;
    const amount = Math.round(roll() * roll() * 900_000) / 100;
    rows.push([
      dateOf(Date.parse('2023-01-01') + Math.floor(roll() * 730) * day),
      `V${10_000 + n}`,
      pick(roll(), ['Sales', 'Payroll', 'Rent', 'Travel', 'Supplies', 'Tax', 'Interest']),
      pick(roll(), ['North', 'South', 'Head office']),
      `Entry ${n}`,
      isDebit ? amount : '',
      isDebit ? '' : amount,
      isDebit ? -amount : amount,
    ]);
  }
  return csv(rows);
}

/** Employees: master data without events. */
function people(): string {
  const roll = randomFrom(23);
  const rows: (string | number)[][] = [
    ['工号', '姓名', '部门', '职位', '性别', '出生日期', '入职日期', '月薪', '学历', '是否在职'],
  ];
  for (let n = 0; n < 320; n += 1) {
    const post = pick(roll(), ['工程师', '专员', '经理', '总监']);
    rows.push([
      `E${1000 + n}`,
      `员工${n}`,
      pick(roll(), ['研发部', '市场部', '销售部', '人事部', '财务部']),
      post,
      roll() < 0.5 ? '男' : '女',
      dateOf(Date.parse('1970-01-01') + Math.floor(roll() * 11_000) * day),
      dateOf(Date.parse('2012-01-01') + Math.floor(roll() * 5_000) * day),
      Math.round(({ 工程师: 18_000, 专员: 9_000, 经理: 26_000, 总监: 45_000 }[post]! * (0.8 + roll() * 0.4)) / 100) *
        100,
      pick(roll(), ['本科', '硕士', '大专', '博士']),
      roll() < 0.9 ? '是' : '否',
    ]);
  }
  return csv(rows);
}
