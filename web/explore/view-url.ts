import { z } from 'zod';

import { chartKinds } from '#domain/query/chart-kinds.ts';
import { drawingSchema } from '#contract/saved-charts/routes.ts';
import { querySpecSchema } from '#contract/queries/schemas.ts';
import { emptyQuerySpec, type BuiltQuerySpec } from '#domain/query/query.ts';
import type { SqlView } from './sql/sql-view.ts';
import type { ExploreView } from './explore-view.ts';

// A view is one URL parameter: JSON without default values, in URL-safe base64 so that chat and mail programs do not
// break it.

const viewDrawingSchema = z.strictObject({
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

/** The fields of a query that differ from the defaults. */
function withoutDefaults({ kind: _kind, dataset, ...spec }: BuiltQuerySpec): object {
  const plain: Record<string, unknown> = { ...emptyQuerySpec(dataset), measures: undefined };
  return Object.fromEntries(
    Object.entries(spec).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(plain[name])),
  );
}

type ViewDrawing = Pick<ExploreView, 'kind' | 'options'>;

function drawingFieldsOf({ kind, options }: ViewDrawing): object {
  const drawing = { ...(kind !== 'auto' && { kind }), ...(Object.keys(options).length > 0 && { options }) };
  return Object.keys(drawing).length > 0 ? { drawn: drawing } : {};
}

/** Encodes a view as the parameter `q`. */
export const writeView = (view: ExploreView): string =>
  encode({ ...withoutDefaults(view.ask), ...drawingFieldsOf(view) });

/** Encodes an SQL query as the parameter `sql`. */
export const writeSql = ({ ask: { kind: _kind, ...spec }, ...drawing }: SqlView): string =>
  encode({ ...spec, ...drawingFieldsOf(drawing) });

type ParsedSpec = ReturnType<typeof querySpecSchema.parse>;
type DecodedView<Kind extends ParsedSpec['kind']> = { ask: Extract<ParsedSpec, { kind: Kind }> } & ViewDrawing;

function read<Kind extends ParsedSpec['kind']>(
  text: string,
  fixedFields: { kind: Kind; dataset?: string },
): DecodedView<Kind> | undefined {
  if (text.length > maxLength) return undefined;
  try {
    const { drawn: drawing = {}, ...short } = decode(text);
    const spec = querySpecSchema.parse({ ...short, ...fixedFields }) as Extract<ParsedSpec, { kind: Kind }>;
    return { ask: spec, ...viewDrawingSchema.parse(drawing) };
  } catch {
    // A damaged or outdated URL.
    return undefined;
  }
}

/** Decodes a view; undefined if the parameter is damaged. */
export const readView = (dataset: string, text: string): ExploreView | undefined =>
  read(text, { kind: 'query', dataset });
export const readSql = (text: string): SqlView | undefined => read(text, { kind: 'sql' });
