import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { cardsOf, type ChartCard, type Dashboard } from '#domain/dashboard/dashboard.ts';
import { dashboardTemplates } from '#contract/dashboards/routes.ts';
import type { Dataset } from '#contract/datasets/routes.ts';
import type { Result } from '#domain/query/query.ts';
import { refusalOfDrawing } from '#display/charts/refusal.ts';
import type { Look } from '#display/frame.ts';
import { frameOf } from '#display/frames.ts';
import { resultOf } from '#server/testing/queries.ts';
import { zipOf } from '#engine/testing/zip.ts';
import { loadFile, proposalOf, uploadFile, waitForImport } from '#server/testing/data.ts';
import { createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';
import { type SampleFileName, sampleFiles } from '#server/testing/sample-files.ts';
import { typicalTables } from '#server/testing/typical-tables.ts';

let product: TestProduct;
let token: string;
const look: Look = {
  language: 'en_US',
  theme: 'light',
  units: 'language',
  rising: 'green',
  weekStart: 'monday',
  zone: 'UTC',
};
const datasets = {} as Record<SampleFileName, Dataset>;

type TableFile = [name: string, content: string];

/** Loads many tables in one file, which takes as long as one. */
async function loadTables(application: string, files: TableFile[]): Promise<Dataset[]> {
  const upload = await uploadFile(product, token, `${application}.zip`, zipOf(files));
  const imports = upload.tables.map(({ name }, table) => proposalOf(upload, { name }, table));
  const started = { id: upload.id, application: { name: application }, imports };
  const { body } = await product.call('POST /uploads/:id/imports', started, { token });
  const loaded: Dataset[] = [];
  for (const { id } of body) {
    const { datasetId } = await waitForImport(product, token, id);
    loaded.push((await product.call('GET /datasets/:id', { id: datasetId! }, { token })).body);
  }
  return loaded;
}

beforeAll(async () => {
  product = await openTestProduct();
  token = (await createOwner(product)).token;
  const files = (Object.keys(sampleFiles) as SampleFileName[]).map((shape): TableFile => [
    `${shape}.csv`,
    sampleFiles[shape](),
  ]);
  for (const dataset of await loadTables('Shapes', files)) datasets[dataset.name as SampleFileName] = dataset;
});
afterAll(() => product.close());

type TemplateName = (typeof dashboardTemplates)[number];

const dashboardLoads = new Map<string, Promise<Dashboard>>();

/** The dashboard of a dataset, created once for all tests. */
function makeFor(dataset: Dataset, template: TemplateName = 'overview'): Promise<Dashboard> {
  const key = `${dataset.id} ${template}`;
  const dashboard = dashboardLoads.get(key) ?? createDashboardFor(dataset, template);
  dashboardLoads.set(key, dashboard);
  return dashboard;
}

async function createDashboardFor(dataset: Dataset, template: TemplateName): Promise<Dashboard> {
  const { status, body } = await product.call(
    'POST /dashboards/automatic',
    { dataset: dataset.id, template },
    { token },
  );
  expect(status).toBe(200);
  return body.dashboard;
}

const make = (shape: SampleFileName, template?: TemplateName) => makeFor(datasets[shape], template);

const chartsOf = (dashboard: Dashboard) =>
  cardsOf(dashboard).filter((card): card is ChartCard => card.kind === 'chart');
const queryOf = ({ chart }: ChartCard) => chart.ask as Extract<typeof chart.ask, { kind: 'query' }>;
const nameOf = (shape: SampleFileName, id: string) => datasets[shape].columns.find((column) => column.id === id)!.name;
const namesOf = (shape: SampleFileName, ids: string[]) => ids.map((id) => nameOf(shape, id));

/** What its cards are grouped by, and what its number cards show. */
function aboutOf(shape: SampleFileName, dashboard: Dashboard) {
  const charts = chartsOf(dashboard);
  const figures = charts
    .filter(({ chart }) => chart.drawing.kind === 'figure')
    .map((card) => queryOf(card).measures[0]!);
  return {
    figures: figures.map(({ formula }) =>
      `${formula.kind} ${'column' in formula ? nameOf(shape, formula.column) : ''}`.trim(),
    ),
    controls: namesOf(
      shape,
      dashboard.controls.flatMap(({ targets }) => targets.map((each) => ('column' in each ? each.column : ''))),
    ),
    kinds: charts.map(({ chart }) => chart.drawing.kind),
    time:
      namesOf(
        shape,
        dashboard.time.targets.map(({ column }) => column),
      )[0] ?? null,
    span: dashboard.time.span?.kind ?? null,
    compare: dashboard.time.compare.kind,
  };
}

test('a dashboard of orders shows money, quantities and the number of orders, by time, category, province and payment', async () => {
  const dashboard = await make('orders');
  const about = aboutOf('orders', dashboard);
  expect(about).toMatchObject({ time: '下单时间', span: 'last', compare: 'previous' });
  expect(about.figures[0]).toBe('sum 金额');
  expect(about.figures).toContain('sum 数量');
  expect(about.figures).toContain('count');
  expect(about.figures).toContain('average 单价');
  expect(about.controls.toSorted()).toEqual(['商品类别', '城市', '支付方式', '省份'].toSorted());
  expect(about.kinds).toEqual(expect.arrayContaining(['line', 'ring', 'table']));
  // Cities are a drill step below provinces.
  const byProvince = chartsOf(dashboard).find(
    (card) =>
      namesOf(
        'orders',
        queryOf(card).dimensions.map(({ column }) => column),
      )[0] === '省份' && card.path.length > 0,
  );
  expect(
    byProvince &&
      namesOf(
        'orders',
        byProvince.path.map(({ column }) => column),
      ),
  ).toEqual(['城市']);
});

test('a dashboard of a web log shows requests and average durations', async () => {
  const about = aboutOf('weblog', await make('weblog'));
  expect(about.time).toBe('timestamp');
  expect(about.figures).toEqual(
    expect.arrayContaining(['sum bytes', 'average response_time_ms', 'count', 'distinct client_ip']),
  );
  expect(about.controls).toEqual(expect.arrayContaining(['path', 'method']));
  expect(about.controls).not.toContain('client_ip');
});

test('a dashboard of sensors averages readings, and its time range ends at the newest row', async () => {
  const dashboard = await make('sensors');
  const about = aboutOf('sensors', dashboard);
  expect(about.figures.slice(0, 3).every((figure) => figure.startsWith('average'))).toBe(true);
  expect(about.figures.join()).toMatch(/temperature/);
  expect(about.controls).toContain('room');
  expect(dashboard.time.span).toMatchObject({ kind: 'last', anchor: 'newest' });
});

test('a dashboard of a survey shows the average of scales and has controls for groups', async () => {
  const dashboard = await make('survey');
  const about = aboutOf('survey', dashboard);
  expect(about.figures).toEqual(expect.arrayContaining(['count', 'average Overall satisfaction (1-5)']));
  expect(about.controls).toEqual(expect.arrayContaining(['Age group', 'Gender', 'How did you hear of us?']));
  expect(about.controls).not.toContain('Comments');
  expect(about.kinds).toContain('bar');
});

test('a dashboard of a ledger shows the sums of debit, credit and net', async () => {
  const about = aboutOf('ledger', await make('ledger'));
  expect(about.time).toBe('Date');
  expect(about.figures).toEqual(expect.arrayContaining(['sum Debit', 'sum Credit', 'sum Net']));
  expect(about.controls).toEqual(expect.arrayContaining(['Account', 'Department']));
  expect(about.controls).not.toContain('Description');
});

test('a dashboard of a list of people has no time range, so that all of them are shown', async () => {
  const about = aboutOf('people', await make('people'));
  expect(about).toMatchObject({ time: '入职日期', span: null, compare: 'none' });
  expect(about.figures).toEqual(expect.arrayContaining(['average 月薪', 'count']));
  expect(about.controls).toEqual(expect.arrayContaining(['部门', '职位']));
  expect(about.controls).not.toContain('姓名');
});

const answers = new Map<string, Promise<Result>>();

/** Caches answers, because templates share many queries. */
function answerTo(spec: ChartCard['chart']['ask']): Promise<Result> {
  const key = JSON.stringify(spec);
  const answer = answers.get(key) ?? resultOf(product, spec, { token });
  answers.set(key, answer);
  return answer;
}

test.each(dashboardTemplates)(
  'every card of the template %s can be queried and drawn, for every shape',
  async (template) => {
    for (const shape of Object.keys(sampleFiles) as SampleFileName[]) {
      const charts = chartsOf(await make(shape, template));
      expect(charts.length).toBeGreaterThan(2);
      const results = await Promise.all(charts.map(({ chart }) => answerTo(chart.ask)));
      for (const [index, { chart }] of charts.entries()) {
        const frame = frameOf({ spec: chart.ask, result: results[index]!, subject: datasets[shape], look });
        expect(refusalOfDrawing(chart.drawing, frame, 'en_US'), `${shape} ${JSON.stringify(chart)}`).toBeNull();
      }
    }
  },
);

test('a card of many values shows the top ten and leaves the others out', async () => {
  const rows = Array.from(
    { length: 400 },
    (_, n) => `2026-01-01,city ${n % 80},${n % 3 === 0 ? 'web' : 'shop'},${n}.5`,
  );
  const content = `day,city,channel,amount\n${rows.join('\n')}\n`;
  const dataset = await loadFile(product, token, 'cities.csv', content);
  const { body } = await product.call('POST /dashboards/automatic', { dataset: dataset.id }, { token });
  const city = dataset.columns.find(({ name }) => name === 'city')!.id;
  const bars = chartsOf(body.dashboard).find(
    (card) => card.chart.drawing.kind === 'bar_horizontal' && queryOf(card).dimensions[0]!.column === city,
  )!;
  expect(queryOf(bars).top).toMatchObject({ kind: 'most', count: 10, others: 'left_out' });
});

test('a dataset with only texts or constants has a dashboard too', async () => {
  for (const content of ['note\nfirst\nsecond\n', 'a,b\n1,\n1,\n']) {
    const dataset = await loadFile(product, token, `small-${content.length}.csv`, content);
    const { status } = await product.call('POST /dashboards/automatic', { dataset: dataset.id }, { token });
    expect(status).toBe(200);
  }
});

test('a missing dataset has no dashboard', async () => {
  const { status } = await product.call('POST /dashboards/automatic', { dataset: 'nothing' }, { token });
  expect(status).toBe(404);
});

describe('automatic choices', () => {
  const loaded = new Map<string, Dataset>();

  beforeAll(async () => {
    const files = Object.entries(typicalTables).map(([name, { csv }]): TableFile => [`${name}.csv`, csv]);
    for (const dataset of await loadTables('Typical', files)) loaded.set(dataset.name, dataset);
  });

  type Used = { kind: string; formula: string; by: string[] };

  function chartsIn(dashboard: Dashboard, dataset: Dataset): Used[] {
    const named = (id: string) => dataset.columns.find((column) => column.id === id)?.name ?? id;
    return chartsOf(dashboard).flatMap((card) => {
      const { measures, dimensions } = queryOf(card);
      return measures.map(({ formula }) => ({
        kind: card.chart.drawing.kind,
        formula: `${formula.kind} ${'column' in formula ? named(formula.column) : ''}`.trim(),
        by: dimensions.map(({ column }) => named(column)),
      }));
    });
  }

  const chartsFor = async (dataset: Dataset, template: TemplateName) =>
    chartsIn(await makeFor(dataset, template), dataset);

  /** The largest part of a whole, and the number of parts. */
  async function partsOf(card: ChartCard): Promise<{ largest: number; parts: number }> {
    const { columns, values } = await answerTo({ ...queryOf(card), period: { kind: 'all' } });
    const amounts = values[columns.findIndex(({ name }) => name === 'm1')]!.map(Number);
    const whole = amounts.reduce((sum, amount) => sum + amount, 0);
    return { largest: Math.max(...amounts) / whole, parts: amounts.length };
  }

  test.each(Object.entries(typicalTables))(
    '%s has a suitable headline, time axis and aggregations',
    async (name, { headline, axis, notSummed, notMeasured }) => {
      const dataset = loaded.get(name)!;
      const overview = await chartsFor(dataset, 'overview');
      expect(headline).toContain(overview[0]!.formula);
      const trendAxes = overview.filter(({ kind }) => kind === 'line' || kind === 'area').map(({ by }) => by[0]);
      if (axis) expect(trendAxes).toContain(axis);
      for (const template of dashboardTemplates) {
        const formulas = (await chartsFor(dataset, template)).map(({ formula }) => formula);
        for (const column of [...notSummed, ...notMeasured]) expect(formulas).not.toContain(`sum ${column}`);
        for (const column of notMeasured) expect(formulas).not.toContain(`average ${column}`);
      }
    },
  );

  test('a ring has at most six parts, all below 80 percent', async () => {
    let rings = 0;
    for (const dataset of [...loaded.values(), ...Object.values(datasets)]) {
      for (const card of chartsOf(await makeFor(dataset)).filter(({ chart }) => chart.drawing.kind === 'ring')) {
        const { largest, parts } = await partsOf(card);
        expect(largest, dataset.name).toBeLessThan(0.8);
        expect(parts, dataset.name).toBeLessThanOrEqual(6);
        rings += 1;
      }
    }
    expect(rings).toBeGreaterThan(3);
  });

  test('templates have distinct titles, in both languages', async () => {
    const titles = await Promise.all(
      dashboardTemplates.map(async (template) => (await makeFor(loaded.get('订单')!, template)).title),
    );
    for (const language of ['en_US', 'zh_CN'] as const) {
      expect(new Set(titles.map((title) => title[language])).size).toBe(dashboardTemplates.length);
    }
  });

  test('the share of a flag is written in percent', async () => {
    const [first] = chartsOf(await makeFor(loaded.get('titanic')!));
    expect(first!.chart.drawing.options.numbers).toMatchObject({ m1: { format: 'percent' } });
  });

  test('the chosen aggregation of a column is respected', async () => {
    const dataset = loaded.get('employees')!;
    const salary = dataset.columns.find(({ name }) => name === 'salary')!.id;
    const edit = { id: dataset.id, column: salary, aggregation: 'median' as const };
    await product.call('PATCH /datasets/:id/columns/:column', edit, { token });
    expect(chartsIn(await createDashboardFor(dataset, 'overview'), dataset)[0]!.formula).toBe('median salary');
  });
});
