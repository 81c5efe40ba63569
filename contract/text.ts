import { z } from 'zod';

// NUL cannot be stored by PostgreSQL and a lone surrogate cannot be written as UTF-8.
const isStorable = (value: string) => !value.includes('\0') && value.isWellFormed();

// A name of nothing but spaces, marks of direction and zero-width characters shows as nothing at all.
const isVisible = (value: string) => /[^\s\p{C}\p{Z}\u2800\u3164\u115f\u1160\uffa0]/u.test(value);

/** Any text that a person or program sends, at most `max` characters long. */
export const textSchema = (max: number) => z.string().max(max).refine(isStorable, 'unstorable');

/** A name for people: any Unicode with something to see in it. */
const visibleSchema = (max: number) => textSchema(max).trim().min(1).refine(isVisible, 'invisible');
export const nameSchema = visibleSchema(100);

/** The name of a file, as long as a disk allows. */
export const fileNameSchema = visibleSchema(255);
