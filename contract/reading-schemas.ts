import { z } from 'zod';

import { dateOrders, decimalMarks, delimiters, encodings, quotes, type Reading } from './reading.ts';

export const readingSchema: z.ZodType<Reading> = z.object({
  encoding: z.enum(encodings),
  delimiter: z.enum(delimiters),
  quote: z.enum(quotes),
  headerRow: z.number(),
  decimalMark: z.enum(decimalMarks).nullable(),
  dateOrder: z.enum(dateOrders).nullable(),
});

/** What a person chose about how a text is read; the rest is found in the text. */
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
