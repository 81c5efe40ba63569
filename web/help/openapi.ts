import type { Language } from '#domain/language.ts';

/** The part of OpenAPI that the reference displays. */
export type OpenApiSchema = {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  $ref?: string;
  properties?: Record<string, OpenApiSchema>;
  required?: string[];
  items?: OpenApiSchema;
  prefixItems?: OpenApiSchema[];
  anyOf?: OpenApiSchema[];
  oneOf?: OpenApiSchema[];
  allOf?: OpenApiSchema[];
  additionalProperties?: OpenApiSchema | boolean;
  format?: string;
  description?: string;
};
type OpenApiContent = Record<string, { schema?: OpenApiSchema }>;
type Parameter = { name: string; in: string; required?: boolean; schema?: OpenApiSchema };
export type Operation = {
  summary: string;
  /** The summary in both languages. */
  'x-summary': Record<Language, string>;
  'x-access'?: string;
  'x-errors'?: string[];
  parameters?: Parameter[];
  requestBody?: { content: OpenApiContent };
  responses: Record<string, { description: string; content?: OpenApiContent }>;
};
/** An error with its status and message in both languages. */
type ApiError = { status: number } & Record<Language, string>;
export type OpenApiDocument = {
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, OpenApiSchema>;
    'x-errors'?: Record<string, ApiError>;
    /** Errors that every route may return. */
    'x-errors-anywhere'?: string[];
    /** Chinese names of areas, by first path segment. */
    'x-areas'?: Record<string, string>;
  };
};

export type ApiRoute = { method: string; path: string; id: string; operation: Operation };
/** Routes of an area; English uses the path segment as its name. */
export type ApiGroup = { name: string; names: Record<Language, string>; routes: ApiRoute[] };

const groupOf = (path: string) =>
  path
    .replace(/^\/api\//, '')
    .replace(/^\//, '')
    .split('/')[0]!;

/** Groups the routes by area. */
export function groupsOf({ paths, components }: OpenApiDocument): ApiGroup[] {
  const groups = new Map<string, ApiRoute[]>();
  for (const [path, operations] of Object.entries(paths))
    for (const [method, operation] of Object.entries(operations)) {
      const id = `${method}-${path.replaceAll(/[^\w]+/g, '-').replaceAll(/^-|-$/g, '')}`;
      const route = { method: method.toUpperCase(), path, id, operation };
      groups.set(groupOf(path), [...(groups.get(groupOf(path)) ?? []), route]);
    }
  const namesOf = (name: string) => ({ en_US: name, zh_CN: components['x-areas']?.[name] ?? name });
  return [...groups]
    .map(([name, routes]) => ({ name, names: namesOf(name), routes }))
    .sort((a, b) => a.name.localeCompare(b.name));
}

const maxDepth = 5;

/** A schema as a TypeScript-like type. */
export function typeText(schema: OpenApiSchema | undefined, depth = 0): string {
  if (!schema) return 'unknown';
  if (schema.$ref) return schema.$ref.split('/').at(-1)!;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return options.map((each) => typeText(each, depth)).join(' | ');
  if (schema.allOf) return schema.allOf.map((each) => typeText(each, depth)).join(' & ');
  if (schema.prefixItems) return `[${schema.prefixItems.map((each) => typeText(each, depth)).join(', ')}]`;
  if (schema.type === 'array') return `${parenthesized(typeText(schema.items, depth))}[]`;
  if (schema.properties) return objectText(schema, depth);
  if (typeof schema.additionalProperties === 'object')
    return `{ [key: string]: ${typeText(schema.additionalProperties, depth)} }`;
  return [schema.type ?? 'unknown'].flat().join(' | ');
}

const parenthesized = (text: string) => (text.includes(' | ') && !text.startsWith('{') ? `(${text})` : text);

function objectText({ properties = {}, required = [] }: OpenApiSchema, depth: number): string {
  if (depth >= maxDepth) return '{ … }';
  const space = '  '.repeat(depth + 1);
  const lines = Object.entries(properties).map(
    ([name, schema]) => `${space}${name}${required.includes(name) ? '' : '?'}: ${typeText(schema, depth + 1)};`,
  );
  return `{\n${lines.join('\n')}\n${'  '.repeat(depth)}}`;
}

const schemaOf = (content: OpenApiContent | undefined) => Object.values(content ?? {})[0]?.schema;

/** The body and the response of a route. */
export const inputOf = ({ requestBody }: Operation) => requestBody && typeText(schemaOf(requestBody.content));
export function outputOf({ responses }: Operation): string {
  const [status, response] = Object.entries(responses).find(([code]) => code.startsWith('2')) ?? [];
  if (!response?.content) return status ?? '';
  const [kind] = Object.keys(response.content);
  return kind === 'application/json' ? typeText(schemaOf(response.content)) : `${kind}`;
}

/** An example call with curl. */
export function curlOf({ method, path, operation }: ApiRoute, origin: string): string {
  const query = (operation.parameters ?? []).filter((each) => each.in === 'query' && each.required);
  const search = query.length > 0 ? `?${query.map(({ name }) => `${name}=…`).join('&')}` : '';
  const lines = [`curl${method === 'GET' ? '' : ` -X ${method}`} '${origin}${path}${search}'`];
  if (operation['x-access'] !== 'anyone') lines.push(`-H "Authorization: Bearer $KEY"`);
  if (operation.requestBody) lines.push(`-H 'Content-Type: application/json'`, `-d '{ … }'`);
  return lines.join(' \\\n  ');
}
