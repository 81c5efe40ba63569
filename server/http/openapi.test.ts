import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';

import { api } from '#contract/api.ts';
import { methodOf, pathOf } from '#contract/route.ts';
import { apiPrefix } from '#contract/shell.ts';
import { batchPaths, messagePaths, rowsPath } from '#server/ingestion/push-paths.ts';
import { apiKeys } from '#server/testing/client.ts';
import { openTestProduct } from '#server/testing/product.ts';
import { openapiOf } from './openapi.ts';

type TestedDocument = { openapi: string; paths: Record<string, Record<string, { operationId: string }>> };

const document = openapiOf(api) as TestedDocument;
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, { operationId }]) => ({ call: `${method.toUpperCase()} ${path}`, operationId })),
);

test('the document is valid OpenAPI 3.1', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document));
  expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
  expect(document.openapi).toMatch(/^3\.1\./);
});

test('the document lists exactly the routes of the contract and of ingestion, each with a unique name', () => {
  const calls = [
    ...apiKeys.map((key) => `${methodOf(key)} ${apiPrefix}${pathOf(key)}`),
    ...[rowsPath, ...messagePaths.map(({ path }) => path), ...batchPaths].map((path) => `POST ${path}`),
  ];
  const expected = calls.map((call) => call.replaceAll(/:(\w+)/g, '{$1}'));
  expect(operations.map(({ call }) => call).sort()).toEqual(expected.sort());
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
});

test('the document is public', async () => {
  const product = await openTestProduct();
  const answer = await product.send('/api/openapi.json');
  await product.close();
  expect([answer.status, answer.body]).toEqual([200, document]);
});

test('every route lists its possible error codes, with their messages', () => {
  type OperationErrors = { 'x-errors'?: string[] };
  const operationErrors = Object.values(document.paths).flatMap((item) => Object.values(item) as OperationErrors[]);
  const { 'x-errors': sentences } = (document as unknown as { components: { 'x-errors': Record<string, object> } })
    .components;
  for (const { 'x-errors': codes } of operationErrors)
    for (const code of codes!) expect(sentences).toHaveProperty(code);
  const one = document.paths['/api/shares/open']!['post'] as OperationErrors;
  expect(one['x-errors']).toEqual(['share_gone', 'share_password', 'share_password_wrong', 'too_many_attempts']);
  expect(sentences['share_gone']).toMatchObject({ status: 404, zh_CN: expect.stringContaining('链接') });
});
