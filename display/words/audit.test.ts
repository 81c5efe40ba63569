import { expect, test } from 'vitest';
import { z } from 'zod';

import { api } from '#contract/api.ts';
import { languageCodes } from '#domain/language.ts';
import { listRoutes } from '#contract/route.ts';
import { auditWords, detailWords } from './audit.ts';

test('details of an action leave out empty fields', () => {
  const details = { days: null, name: '', maxViews: 5 };
  expect(detailWords(details, 'en_US')).not.toContain('name');
  expect(detailWords(details, 'zh_CN').split('，')).toHaveLength(2);
});

/** Names of their own, which are the same in every language. */
const formats = new Set(['csv', 'json', 'jsonl', 'xlsx', 'parquet', 'arrow', 'pdf', 'png']);

/** The values that a field may have, if they are few. */
function valuesIn(schema: unknown): string[] {
  if (schema instanceof z.ZodEnum) return schema.options.map(String);
  if (schema instanceof z.ZodLiteral) return [...schema.values].filter((value) => typeof value === 'string');
  if (schema instanceof z.ZodBoolean) return ['true', 'false'];
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(valuesIn);
  if (schema instanceof z.ZodNullable) return ['null', ...valuesIn(schema.unwrap())];
  return schema instanceof z.ZodOptional || schema instanceof z.ZodDefault ? valuesIn(schema.unwrap()) : [];
}

/** The schemas of a field at a path of names. */
function fieldIn(schema: unknown, [name, ...rest]: string[]): unknown[] {
  if (name === undefined) return [schema];
  if (schema instanceof z.ZodObject) return schema.shape[name] ? fieldIn(schema.shape[name], rest) : [];
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => fieldIn(option, [name, ...rest]));
  return schema instanceof z.ZodPipe ? fieldIn(schema.in, [name, ...rest]) : [];
}

const audited = listRoutes(api).flatMap(([key, { auditedFields = [], input }]) =>
  auditedFields.map((field) => {
    const path = field.split('.');
    const schemas = fieldIn(input, path);
    return {
      title: `${key} ${field}`,
      name: path.at(-1)!,
      isInInput: schemas.length > 0,
      values: schemas.flatMap(valuesIn),
    };
  }),
);

test('every audited field is in the input of its route', () => {
  expect(audited.filter(({ isInInput }) => !isInInput).map(({ title }) => title)).toEqual([]);
});

test.each(languageCodes)('every detail of every action has words in %s', (language) => {
  const { fields, values } = auditWords[language];
  expect(audited.length).toBeGreaterThan(20);
  expect(audited.flatMap(({ values: each }) => each)).toEqual(expect.arrayContaining(['move_up', 'slack', 'true']));
  expect(audited.filter(({ name }) => !(name in fields)).map(({ title }) => title)).toEqual([]);
  const wordless = audited.flatMap(({ title, values: each }) =>
    each.filter((value) => !(value in values) && !formats.has(value)).map((value) => `${title} ${value}`),
  );
  expect(wordless).toEqual([]);
});
