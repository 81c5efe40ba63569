import { z } from 'zod';

import { apiPrefix } from '#contract/shell.ts';
import { addressOperators } from '#contract/address-filters.ts';
import { keyParameter } from '#contract/data-addresses.ts';
import { catalogue } from '#contract/catalogue.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { anywhere, codesOf } from '#contract/failures.ts';
import { isReading, takesKey } from '#contract/keys.ts';
import { listRoutes, methodOf, pathOf, type Route, type RouteKey, type Routes } from '#contract/route.ts';
import { ingestionPaths, writeKeySchemes } from '#server/ingestion/openapi.ts';
import { version } from '#server/root.ts';

type Json = Record<string, unknown>;

// Schemas that hold themselves have names; they stand beside the others once for all.
const named: Record<string, Json> = {};

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const {
    $schema: _,
    $defs,
    ...rest
  } = z.toJSONSchema(schema, { io, target: 'draft-2020-12', unrepresentable: 'any' });
  Object.assign(named, referring($defs ?? {}));
  return referring(rest);
};

const referring = (schema: object): Json =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));

const description =
  'Programs send a personal key (sjp_…, made under Personal centre › Personal keys) as a bearer token in the header Authorization; a key in the address is refused, save for one that only reads, as key, below /api/data. A key that reads calls GET and what is marked x-key: read; one that edits calls all that is marked x-key. With the token of a session, every call but GET also needs the value of the cookie XSRF-TOKEN, which any answer of the API sets, in the header X-XSRF-TOKEN.';

const whereDescription = `Conditions, as column=value; several values of a column mean any of them. After the name of a column may stand ${addressOperators.map((each) => `.${each}`).join(', ')}. A column goes by its header, its name or its id.`;

/** Every error: its status, and its sentence in both languages. */
const sentences = Object.fromEntries(
  Object.entries(catalogue).map(([code, { status, en_US, zh_CN }]) => [code, { status, en_US, zh_CN }]),
);

const errorSchema = {
  type: 'object',
  required: ['code', 'message', 'requestId'],
  properties: {
    code: { type: 'string', enum: Object.keys(catalogue) },
    message: { type: 'string' },
    requestId: { type: 'string' },
    at: { type: 'integer', description: 'The place in SQL that is wrong, counted in characters' },
    original: { type: 'string', description: 'What the engine said of it' },
  },
};

/** The OpenAPI document of the routes of the contract, and of those for pushes. */
export function openapiOf(routes: Routes): Json {
  const paths: Record<string, Json> = {};
  for (const [key, route] of listRoutes(routes)) {
    const url = `${apiPrefix}${pathOf(key).replaceAll(/:(\w+)/g, '{$1}')}`;
    (paths[url] ??= {})[methodOf(key).toLowerCase()] = operationOf(key, route);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Shuju', version, description, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: '/' }],
    paths: { ...paths, ...ingestionPaths },
    components: {
      schemas: { ...named, Error: errorSchema },
      'x-errors': sentences,
      'x-errors-anywhere': anywhere,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'A personal key, or the token of a session' },
        keyInAddress: {
          type: 'apiKey',
          in: 'query',
          name: keyParameter,
          description: 'A personal key that only reads, for programs that can send no header',
        },
        ...writeKeySchemes,
      },
    },
  };
}

function operationOf(key: RouteKey, route: Route): Json {
  const { properties = {}, required = [] } = schemaOf(route.input, 'input') as {
    properties?: Json;
    required?: string[];
  };
  const inPath = [...pathOf(key).matchAll(/:(\w+)/g)].map((match) => match[1]!);
  const names = Object.keys(properties).filter((name) => !inPath.includes(name));
  const isQuery = ['GET', 'DELETE'].includes(methodOf(key));
  const parameter = (name: string, place: 'path' | 'query') => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: properties[name],
    // Every other name in the query is that of a column.
    ...(route.dataAddress && name === 'where' && { style: 'form', explode: true, description: whereDescription }),
  });
  return {
    operationId: key.replaceAll(/[^A-Za-z]+(\w?)/g, (_, letter: string) => letter.toUpperCase()),
    summary: route.summary,
    'x-access': route.access,
    ...(route.access !== 'anyone' && takesKey(key) && { 'x-key': isReading(key, route) ? 'read' : 'edit' }),
    security: route.access === 'anyone' ? [] : [{ bearer: [] }, ...(route.dataAddress ? [{ keyInAddress: [] }] : [])],
    parameters: [
      ...inPath.map((name) => parameter(name, 'path')),
      ...(isQuery ? names.map((name) => parameter(name, 'query')) : []),
    ],
    ...(!isQuery && names.length > 0 && { requestBody: bodyOf(properties, required, names) }),
    ...(route.takes && { requestBody: { required: true, content: bytesOf('application/octet-stream') } }),
    'x-errors': codesOf(key, route),
    responses: {
      ...answerOf(route),
      ...refusalsOf(codesOf(key, route)),
      default: { description: 'An error', content: jsonOf({ $ref: '#/components/schemas/Error' }) },
    },
  };
}

/** The statuses with which a route refuses, and the codes that each stands for. */
function refusalsOf(codes: ErrorCode[]): Json {
  const content = jsonOf({ $ref: '#/components/schemas/Error' });
  const statuses = [...new Set(codes.map((code) => catalogue[code].status))];
  const standFor = (status: number) => codes.filter((code) => catalogue[code].status === status).join(', ');
  return Object.fromEntries(statuses.map((status) => [status, { description: standFor(status), content }]));
}

const jsonOf = (schema: Json) => ({ 'application/json': { schema } });

function bodyOf(properties: Json, required: string[], names: string[]): Json {
  const schema = {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, properties[name]])),
    required: required.filter((name) => names.includes(name)),
    additionalProperties: false,
  };
  return { required: true, content: jsonOf(schema) };
}

const bytesOf = (type: string) => ({ [type]: { schema: { type: 'string', format: 'binary' } } });

function answerOf({ output, gives }: Route): Json {
  if (gives === 'file') return { 200: { description: 'The file', content: bytesOf('text/csv') } };
  if (gives === 'picture') return { 200: { description: 'The picture', content: bytesOf('image/webp') } };
  if (gives === 'lines')
    return {
      200: { description: 'Lines of JSON', content: { 'application/x-ndjson': { schema: { type: 'string' } } } },
    };
  if (gives)
    return { 200: { description: 'Events', content: { 'text/event-stream': { schema: { type: 'string' } } } } };
  if (output instanceof z.ZodVoid) return { 204: { description: 'Done' } };
  return { 200: { description: 'The answer', content: jsonOf(schemaOf(output, 'output')) } };
}
