import { z } from 'zod';

import { downloadFileAction } from '#contract/audit/shared-actions.ts';
import type { AddressConditions } from './filters.ts';
import { exportFormats } from '#contract/queries/routes.ts';
import { languageSchema } from '#contract/language.ts';
import { timeZoneSchema } from '#contract/queries/schemas.ts';
import { idSchema, route } from '#contract/route.ts';
import { textSchema } from '#contract/text.ts';
import { queryErrors } from '#contract/error-groups.ts';
import type { ErrorCode } from '#contract/errors.ts';

/** Query parameter with a personal key, for programs that cannot send headers. */
export const keyParameter = 'key';

const valuesSchema = z.union([textSchema(1000), z.array(textSchema(1000)).max(1000)]);

/** Reserved query parameters. A column with such a name is filtered by its id. */
const reservedParams = {
  /** Max rows; all if left out. */
  limit: z.coerce.number().pipe(z.int().min(1).max(1_000_000_000)).optional(),
  /** Zone of days and relative spans; by default that of the key's owner. */
  zone: timeZoneSchema.optional(),
  /** Language of the headers; by default that of the key's owner. */
  language: languageSchema.optional(),
  /** Language of value labels; values as they are stored if left out. */
  labels: languageSchema.optional(),
};

const addressInput = {
  id: idSchema,
  format: z.enum(exportFormats),
  ...reservedParams,
  where: z.record(textSchema(300), valuesSchema).default({}) satisfies z.ZodType<AddressConditions>,
};

export const reservedNames = [keyParameter, ...Object.keys(reservedParams)];

/** Input of a data address: every query parameter that is not reserved is a filter on a column. */
export function addressInputOf(params: object, query: object): object {
  const entries = Object.entries(query) as [string, unknown][];
  const own = entries.filter(([name]) => Object.hasOwn(reservedParams, name));
  const where = entries.filter(([name]) => !reservedNames.includes(name));
  return { ...Object.fromEntries(own), where: Object.fromEntries(where), ...params };
}

const routeDefaults = {
  access: 'member',
  audit: downloadFileAction,
  auditedFields: ['format'],
  output: z.void(),
  response: 'file',
  dataAddress: true,
} as const;

/** Errors of data addresses. */
const dataAddressErrors: ErrorCode[] = [
  ...queryErrors,
  'key_edits_in_address',
  'filter_column_unknown',
  'filter_column_misspelt',
  'filter_value_invalid',
  'export_too_large',
  'no_such_version',
];

export const dataAddressRoutes = {
  'GET /data/datasets/:id.:format': route({
    ...routeDefaults,
    needs: 'view dataset',
    summary: {
      en_US: "Get a dataset's rows as CSV, JSON, Parquet or XLSX, filtered by columns in the URL",
      zh_CN: '以 CSV、JSON、Parquet 或 XLSX 读取数据集的行，可在地址中按列筛选',
    },
    errors: dataAddressErrors,
    input: z.strictObject(addressInput),
  }),
  'GET /data/charts/:id.:format': route({
    ...routeDefaults,
    needs: 'view chart',
    summary: {
      en_US: "Get a saved chart's result as CSV, JSON, Parquet or XLSX",
      zh_CN: '以 CSV、JSON、Parquet 或 XLSX 读取已保存图表的结果',
    },
    errors: [...dataAddressErrors, 'forbidden'],
    input: z.strictObject(addressInput),
  }),
  'GET /data/dashboards/:id/cards/:card.:format': route({
    ...routeDefaults,
    needs: 'view dashboard',
    summary: {
      en_US: "Get a published card's result as CSV, JSON, Parquet or XLSX",
      zh_CN: '以 CSV、JSON、Parquet 或 XLSX 读取卡片的结果，以已发布的仪表盘为准',
    },
    errors: [...dataAddressErrors, 'newer_program'],
    input: z.strictObject({ ...addressInput, card: idSchema }),
  }),
};
