import { expect, test } from 'vitest';

import { curlOf, groupsOf, typeText } from './openapi.ts';

test('a schema is written as a type', () => {
  expect(typeText({ type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'null' }] } })).toBe(
    '(string | null)[]',
  );
  const schema = { properties: { id: { type: 'string' }, kind: { enum: ['a', 'b'] } }, required: ['id'] };
  expect(typeText(schema)).toBe('{\n  id: string;\n  kind?: "a" | "b";\n}');
});

test('routes are grouped by area, each with an example call', () => {
  const operation = {
    summary: 'Read',
    'x-summary': { en_US: 'Read', zh_CN: '读取' },
    'x-access': 'member',
    responses: {},
  };
  const document = {
    paths: { '/api/charts/{id}': { get: operation } },
    components: { schemas: {}, 'x-areas': { charts: '图表' } },
  };
  const [group] = groupsOf(document);
  expect(group).toMatchObject({
    name: 'charts',
    names: { en_US: 'charts', zh_CN: '图表' },
    routes: [{ method: 'GET', id: 'get-api-charts-id' }],
  });
  expect(curlOf(group!.routes[0]!, 'https://example.com')).toBe(
    `curl 'https://example.com/api/charts/{id}' \\\n  -H "Authorization: Bearer $KEY"`,
  );
});
