import { expect, test } from 'vitest';

import { api } from '#contract/api.ts';
import { areaNames } from '#contract/feature-routes.ts';
import { summaryOf } from './summaries.ts';

const routes = Object.entries(api).map(([name, { summary }]) => {
  const [method, path] = name.split(' ') as [string, string];
  return {
    method,
    path: `/api${path.replaceAll(/:(\w+)/g, '{$1}')}`,
    id: name,
    operation: { summary: summary.en_US, 'x-summary': summary, responses: {} },
  };
});

test('every route has its own Chinese summary', () => {
  const texts = routes.map((route) => summaryOf(route, 'zh_CN'));
  expect(texts.filter((text) => !/\p{Script=Han}/u.test(text))).toEqual([]);
  expect(routes.map((route) => summaryOf(route, 'en_US'))).toEqual(routes.map(({ operation }) => operation.summary));
});

test('every area has a Chinese name', () => {
  const areas = [...new Set(routes.map(({ path }) => path.split('/')[2]!))];
  expect(areas.filter((area) => !(area in areaNames))).toEqual([]);
});
