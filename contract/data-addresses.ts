import { z } from 'zod';

import type { Where } from './address-filters.ts';
import { exportFormats } from './asks.ts';
import { languageSchema } from './language.ts';
import { timeZoneSchema } from './queries.ts';
import { idSchema, route } from './route.ts';
import { textSchema } from './text.ts';

/** The parameter that holds a personal key, for programs that can send no header. */
export const keyParameter = 'key';

const textsSchema = z.union([textSchema(1000), z.array(textSchema(1000)).max(1000)]);

/** What an address may say beside the columns it filters. A column of such a name goes by its id. */
const said = {
  /** At most so many rows; all of them if it is left out. */
  limit: z.coerce.number().pipe(z.int().min(1).max(1_000_000_000)).optional(),
  /** The zone of days and relative spans; that of whoever the key belongs to if it is left out. */
  zone: timeZoneSchema.optional(),
  /** The language of the headers; that of whoever the key belongs to if it is left out. */
  language: languageSchema.optional(),
};

const addressed = {
  id: idSchema,
  format: z.enum(exportFormats),
  ...said,
  where: z.record(textSchema(300), textsSchema).default({}) satisfies z.ZodType<Where>,
};

export const reservedNames = [keyParameter, ...Object.keys(said)];

/** The input of such a route: every name in the query that means nothing else is that of a column. */
export function addressInputOf(params: object, query: object): object {
  const entries = Object.entries(query) as [string, unknown][];
  const own = entries.filter(([name]) => Object.hasOwn(said, name));
  const where = entries.filter(([name]) => !reservedNames.includes(name));
  return { ...Object.fromEntries(own), where: Object.fromEntries(where), ...params };
}

const described = {
  access: 'member',
  act: 'download_file',
  tells: ['format'],
  output: z.void(),
  gives: 'file',
  dataAddress: true,
} as const;

export const dataAddressRoutes = {
  'GET /data/datasets/:id.:format': route({
    ...described,
    needs: 'view dataset',
    summary: 'Read the rows of a dataset as CSV, JSON, Parquet or XLSX, filtered by columns in the address',
    input: z.strictObject(addressed),
  }),
  'GET /data/charts/:id.:format': route({
    ...described,
    needs: 'view chart',
    summary: 'Read the answer of a chart that was kept as CSV, JSON, Parquet or XLSX',
    input: z.strictObject(addressed),
  }),
  'GET /data/dashboards/:id/cards/:card.:format': route({
    ...described,
    needs: 'view dashboard',
    summary: 'Read the answer of a card, as the dashboard is published, as CSV, JSON, Parquet or XLSX',
    input: z.strictObject({ ...addressed, card: idSchema }),
  }),
};
