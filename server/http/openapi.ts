import { z } from 'zod';

import { apiPrefix } from '#contract/shell.ts';
import { addressOperators } from '#contract/data-address/filters.ts';
import { keyParameter } from '#contract/data-address/routes.ts';
import { catalogue } from '#contract/error-catalogue.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { areaNames } from '#contract/feature-routes.ts';
import { commonErrors, codesOf } from '#contract/route-errors.ts';
import { isReadRoute, takesKey } from '#contract/accounts/keys.ts';
import { listRoutes, methodOf, pathOf, type Route, type RouteKey, type RouteTable } from '#contract/route.ts';
import { ingestionPaths, writeKeySchemes } from '#server/ingestion/openapi.ts';
import { version } from '#server/root.ts';

type JsonObject = Record<string, unknown>;

/** Writes a schema; recursive ones have names and are collected as components. */
type WriteSchema = (schema: z.ZodType, io: 'input' | 'output') => JsonObject;

const schemaWriter =
  (components: JsonObject): WriteSchema =>
  (schema, io) => {
    const {
      $schema: _,
      $defs,
      ...rest
    } = z.toJSONSchema(schema, { io, target: 'draft-2020-12', unrepresentable: 'any' });
    Object.assign(components, withComponentRefs($defs ?? {}));
    return withComponentRefs(rest);
  };

const withComponentRefs = (schema: object): JsonObject =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));

const description =
  'Programs send a personal key (sjp_…, created under Personal centre › Personal keys) as a bearer token in the Authorization header. Keys in the URL are rejected, except read-only keys, as key, under /api/data. A read-only key can call GET endpoints and those marked x-key: read; a key that can edit can call everything marked x-key. With a session token, every call except GET also needs the value of the cookie XSRF-TOKEN, which any API response sets, in the header X-XSRF-TOKEN.';

const whereDescription = `Conditions, as column=value; several values of a column mean any of them. A column name can be followed by ${addressOperators.map((each) => `.${each}`).join(', ')}. Refer to a column by its header, name or id.`;

/** All error codes: status, and message in both languages. */
const errorMessages = Object.fromEntries(
  Object.entries(catalogue).map(([code, { status, en_US, zh_CN }]) => [code, { status, en_US, zh_CN }]),
);

const errorSchema = {
  type: 'object',
  required: ['code', 'message', 'requestId'],
  properties: {
    code: { type: 'string', enum: Object.keys(catalogue) },
    message: { type: 'string' },
    requestId: { type: 'string' },
    at: { type: 'integer', description: 'Position of the error in the SQL, in characters' },
    original: { type: 'string', description: 'Original message from the engine' },
  },
};

/** OpenAPI document of the contract and of ingestion. */
export function openapiOf(routes: RouteTable): JsonObject {
  const paths: Record<string, JsonObject> = {};
  const components: JsonObject = {};
  const writeSchema = schemaWriter(components);
  for (const [key, route] of listRoutes(routes)) {
    const url = `${apiPrefix}${pathOf(key).replaceAll(/:(\w+)/g, '{$1}')}`;
    (paths[url] ??= {})[methodOf(key).toLowerCase()] = operationOf(key, route, writeSchema);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Shuju', version, description, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: '/' }],
    paths: { ...paths, ...ingestionPaths },
    components: {
      schemas: { ...components, Error: errorSchema },
      'x-errors': errorMessages,
      'x-errors-anywhere': commonErrors,
      'x-areas': areaNames,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'A personal key or a session token' },
        keyInAddress: {
          type: 'apiKey',
          in: 'query',
          name: keyParameter,
          description: "A read-only personal key, for programs that can't send headers",
        },
        ...writeKeySchemes,
      },
    },
  };
}

function operationOf(key: RouteKey, route: Route, writeSchema: WriteSchema): JsonObject {
  const { properties = {}, required = [] } = writeSchema(route.input, 'input') as {
    properties?: JsonObject;
    required?: string[];
  };
  const inPath = [...pathOf(key).matchAll(/:(\w+)/g)].map((match) => match[1]!);
  const names = Object.keys(properties).filter((name) => !inPath.includes(name));
  const isQuery = ['GET', 'DELETE'].includes(methodOf(key));
  const parameter = (name: string, location: 'path' | 'query') => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema: properties[name],
    // All other query parameters are column names.
    ...(route.dataAddress && name === 'where' && { style: 'form', explode: true, description: whereDescription }),
  });
  return {
    operationId: key.replaceAll(/[^A-Za-z]+(\w?)/g, (_, letter: string) => letter.toUpperCase()),
    summary: route.summary.en_US,
    'x-summary': route.summary,
    'x-access': route.access,
    ...(route.access !== 'anyone' && takesKey(route) && { 'x-key': isReadRoute(key, route) ? 'read' : 'edit' }),
    security: route.access === 'anyone' ? [] : [{ bearer: [] }, ...(route.dataAddress ? [{ keyInAddress: [] }] : [])],
    parameters: [
      ...inPath.map((name) => parameter(name, 'path')),
      ...(isQuery ? names.map((name) => parameter(name, 'query')) : []),
    ],
    ...(!isQuery && names.length > 0 && { requestBody: bodyOf(properties, required, names) }),
    ...(route.body && { requestBody: { required: true, content: bytesOf('application/octet-stream') } }),
    'x-errors': codesOf(key, route),
    responses: {
      ...answerOf(route, writeSchema),
      ...errorResponsesOf(codesOf(key, route)),
      default: { description: 'An error', content: jsonOf({ $ref: '#/components/schemas/Error' }) },
    },
  };
}

/** Error statuses of a route, with their codes. */
function errorResponsesOf(codes: ErrorCode[]): JsonObject {
  const content = jsonOf({ $ref: '#/components/schemas/Error' });
  const statuses = [...new Set(codes.map((code) => catalogue[code].status))];
  const codesWith = (status: number) => codes.filter((code) => catalogue[code].status === status).join(', ');
  return Object.fromEntries(statuses.map((status) => [status, { description: codesWith(status), content }]));
}

const jsonOf = (schema: JsonObject) => ({ 'application/json': { schema } });

function bodyOf(properties: JsonObject, required: string[], names: string[]): JsonObject {
  const schema = {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, properties[name]])),
    required: required.filter((name) => names.includes(name)),
    additionalProperties: false,
  };
  return { required: true, content: jsonOf(schema) };
}

const bytesOf = (type: string) => ({ [type]: { schema: { type: 'string', format: 'binary' } } });

function answerOf({ output, response }: Route, writeSchema: WriteSchema): JsonObject {
  if (response === 'file') return { 200: { description: 'The file', content: bytesOf('text/csv') } };
  if (response === 'picture') return { 200: { description: 'The image', content: bytesOf('image/webp') } };
  if (response === 'lines')
    return {
      200: { description: 'Lines of JSON', content: { 'application/x-ndjson': { schema: { type: 'string' } } } },
    };
  if (response)
    return { 200: { description: 'Events', content: { 'text/event-stream': { schema: { type: 'string' } } } } };
  if (output instanceof z.ZodVoid) return { 204: { description: 'Done' } };
  return { 200: { description: 'The result', content: jsonOf(writeSchema(output, 'output')) } };
}
