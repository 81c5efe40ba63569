import { z } from 'zod';

import { languageSchema } from '#contract/language.ts';
import { type ChosenPreferences, preferenceChoices } from './preferences.ts';
import { timeZoneSchema } from '#contract/queries/schemas.ts';
import { route, sessionRoutes } from '#contract/route.ts';

/** Keys that are left out are not set. */
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

export const preferenceRoutes = sessionRoutes({
  'PATCH /me/preferences': route({
    access: 'member',
    allowsSeeAs: true,
    audit: null,
    stale: [],
    summary: {
      en_US: 'Update your preferences; omitted ones stay as they are',
      zh_CN: '修改自己的偏好设置；未给出的保持不变',
    },
    input: preferencesSchema,
    output: preferencesSchema,
  }),
});
