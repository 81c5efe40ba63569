import { z } from 'zod';

import { chartKinds } from '#contract/chart.ts';
import { drawingSchema } from '#contract/charts.ts';
import { askSchema } from '#contract/queries.ts';
import { emptyAsk, type QueryAsk } from '#contract/query.ts';
import type { SqlView } from './sql/sql-view.ts';
import type { View } from './view.ts';

// A view goes into one parameter: JSON without what is as it would be anyway, spelled so that chat programs and mails
// do not break it.

const drawnSchema = z.strictObject({
  kind: z.enum(['auto', ...chartKinds]).default('auto'),
  options: drawingSchema.shape.options.default({}),
});

const maxLength = 200_000;

function encode(value: object): string {
  const bytes = Array.from(new TextEncoder().encode(JSON.stringify(value)), (byte) => String.fromCharCode(byte));
  return btoa(bytes.join('')).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function decode(text: string): Record<string, unknown> {
  const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  const json = new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));
  return JSON.parse(json) as Record<string, unknown>;
}

/** What of a question differs from the plainest one of its dataset. */
function shortOf({ kind: _kind, dataset, ...ask }: QueryAsk): object {
  const plain: Record<string, unknown> = { ...emptyAsk(dataset), measures: undefined };
  return Object.fromEntries(
    Object.entries(ask).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(plain[name])),
  );
}

type Drawn = Pick<View, 'kind' | 'options'>;

function drawnOf({ kind, options }: Drawn): object {
  const drawn = { ...(kind !== 'auto' && { kind }), ...(Object.keys(options).length > 0 && { options }) };
  return Object.keys(drawn).length > 0 ? { drawn } : {};
}

/** A view as the parameter `q`. */
export const writeView = (view: View): string => encode({ ...shortOf(view.ask), ...drawnOf(view) });

/** A question in SQL as the parameter `sql`. */
export const writeSql = ({ ask: { kind: _kind, ...ask }, ...drawn }: SqlView): string =>
  encode({ ...ask, ...drawnOf(drawn) });

type Asked = ReturnType<typeof askSchema.parse>;
type Read<Kind extends Asked['kind']> = { ask: Extract<Asked, { kind: Kind }> } & Drawn;

function read<Kind extends Asked['kind']>(
  text: string,
  given: { kind: Kind; dataset?: string },
): Read<Kind> | undefined {
  if (text.length > maxLength) return undefined;
  try {
    const { drawn = {}, ...short } = decode(text);
    const ask = askSchema.parse({ ...short, ...given }) as Extract<Asked, { kind: Kind }>;
    return { ask, ...drawnSchema.parse(drawn) };
  } catch {
    return undefined;
  }
}

/** The view of a parameter; undefined if it is damaged. */
export const readView = (dataset: string, text: string): View | undefined => read(text, { kind: 'query', dataset });
export const readSql = (text: string): SqlView | undefined => read(text, { kind: 'sql' });
