import { z } from 'zod';

import { languageSchema } from './language.ts';
import { type ChosenPreferences, preferenceChoices } from './preference.ts';
import { timeZoneSchema } from './queries.ts';
import { route } from './route.ts';

/** What is left out is not chosen. */
export const preferencesSchema = z
  .strictObject({
    language: languageSchema,
    theme: z.enum(preferenceChoices.theme),
    units: z.enum(preferenceChoices.units),
    rising: z.enum(preferenceChoices.rising),
    weekStart: z.enum(preferenceChoices.weekStart),
    zone: z.union([z.literal(''), timeZoneSchema]),
  })
  .partial() satisfies z.ZodType<ChosenPreferences>;

export const preferenceRoutes = {
  'PATCH /me/preferences': route({
    access: 'member',
    act: null,
    summary: 'Choose how you want to see and read everything; what is left out stays as it is',
    input: preferencesSchema,
    output: preferencesSchema,
  }),
};
