import { z } from 'zod';

// PostgreSQL cannot store NUL, and a lone surrogate cannot be encoded as UTF-8.
const isStorable = (value: string) => !value.includes('\0') && value.isWellFormed();

// A name of only spaces, direction marks and zero-width characters would be invisible.
const isVisible = (value: string) => /[^\s\p{C}\p{Z}\u2800\u3164\u115f\u1160\uffa0]/u.test(value);

/** Any text from outside, at most `max` characters long. */
export const textSchema = (max: number) => z.string().max(max).refine(isStorable, 'unstorable');

/** A display name: any Unicode with at least one visible character. */
const visibleSchema = (max: number) => textSchema(max).trim().min(1).refine(isVisible, 'invisible');
export const maxNameLength = 100;
export const nameSchema = visibleSchema(maxNameLength);

/** The name of a file, as long as a disk allows. */
export const fileNameSchema = visibleSchema(255);

/** A text in both languages, as responses contain it. */
export const plainTextsSchema = z.object({ en_US: z.string(), zh_CN: z.string() });
