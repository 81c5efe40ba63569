import { z } from 'zod';

import {
  dateOrders,
  decimalMarks,
  delimiters,
  encodings,
  quotes,
  type ReadingSettings,
} from '#domain/cells/reading.ts';

export const readingSchema: z.ZodType<ReadingSettings> = z.object({
  encoding: z.enum(encodings),
  delimiter: z.enum(delimiters),
  quote: z.enum(quotes),
  headerRow: z.number(),
  decimalMark: z.enum(decimalMarks).nullable(),
  dateOrder: z.enum(dateOrders).nullable(),
});

/** Reading options that a person chose; the rest is detected. */
export const readingOptionsSchema = z
  .strictObject({
    encoding: z.enum(encodings),
    delimiter: z.enum(delimiters),
    quote: z.enum(quotes),
    headerRow: z.int().min(0).max(100),
    decimalMark: z.enum(decimalMarks),
    dateOrder: z.enum(dateOrders),
  })
  .partial();
export type ReadingOptions = z.infer<typeof readingOptionsSchema>;
