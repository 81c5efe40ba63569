import { z } from 'zod';

import { chartKinds } from '#contract/chart.ts';
import { drawingSchema } from '#contract/charts.ts';
import { askSchema } from '#contract/queries.ts';
import { emptyAsk, type QueryAsk, type View } from './view.ts';

// The whole view goes into one parameter: JSON without what is as it would be anyway, spelled so that chat programs
// and mails do not break it.

const drawnSchema = z.strictObject({
  kind: z.enum(['auto', ...chartKinds]).default('auto'),
  options: drawingSchema.shape.options.default({}),
});

const maxLength = 200_000;

function encode(text: string): string {
  const bytes = Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('');
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function decode(text: string): string {
  const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));
}

/** What of a question differs from the plainest one of its dataset. */
function shortOf({ kind: _kind, dataset, ...ask }: QueryAsk): object {
  const plain: Record<string, unknown> = { ...emptyAsk(dataset), measures: undefined };
  return Object.fromEntries(
    Object.entries(ask).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(plain[name])),
  );
}

/** A view as the parameter `q`. */
export function writeView({ ask, kind, options }: View): string {
  const drawn = { ...(kind !== 'auto' && { kind }), ...(Object.keys(options).length > 0 && { options }) };
  return encode(JSON.stringify({ ...shortOf(ask), ...(Object.keys(drawn).length > 0 && { drawn }) }));
}

/** The view of a parameter; undefined if it is damaged. */
export function readView(dataset: string, text: string): View | undefined {
  if (text.length > maxLength) return undefined;
  try {
    const { drawn = {}, ...short } = JSON.parse(decode(text)) as Record<string, unknown>;
    const ask = askSchema.parse({ ...short, kind: 'query', dataset });
    return ask.kind === 'query' ? { ask, ...drawnSchema.parse(drawn) } : undefined;
  } catch {
    return undefined;
  }
}
