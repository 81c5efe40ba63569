import { z } from 'zod';

import { languageCodes } from '#domain/language.ts';

export const languageSchema = z.enum(languageCodes);
