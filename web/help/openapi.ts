import type { Language } from '#contract/language.ts';

/** As much of an OpenAPI document as the reference shows. */
export type Schema = {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  $ref?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  prefixItems?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  additionalProperties?: Schema | boolean;
  format?: string;
  description?: string;
};
type Content = Record<string, { schema?: Schema }>;
export type Parameter = { name: string; in: string; required?: boolean; schema?: Schema };
export type Operation = {
  summary: string;
  'x-access'?: string;
  'x-errors'?: string[];
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { description: string; content?: Content }>;
};
/** An error: its status, and its sentence in both languages. */
export type ApiError = { status: number } & Record<Language, string>;
export type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    'x-errors'?: Record<string, ApiError>;
    /** What every route may answer. */
    'x-errors-anywhere'?: string[];
  };
};

export type ApiRoute = { method: string; path: string; id: string; operation: Operation };
export type ApiGroup = { name: string; routes: ApiRoute[] };

const groupOf = (path: string) =>
  path
    .replace(/^\/api\//, '')
    .replace(/^\//, '')
    .split('/')[0]!;

/** The routes by the area that they are about. */
export function groupsOf({ paths }: Document): ApiGroup[] {
  const groups = new Map<string, ApiRoute[]>();
  for (const [path, operations] of Object.entries(paths))
    for (const [method, operation] of Object.entries(operations)) {
      const id = `${method}-${path.replaceAll(/[^\w]+/g, '-').replaceAll(/^-|-$/g, '')}`;
      const route = { method: method.toUpperCase(), path, id, operation };
      groups.set(groupOf(path), [...(groups.get(groupOf(path)) ?? []), route]);
    }
  return [...groups].map(([name, routes]) => ({ name, routes })).sort((a, b) => a.name.localeCompare(b.name));
}

const deepest = 5;

/** A schema as a programmer would write the type. */
export function typeText(schema: Schema | undefined, depth = 0): string {
  if (!schema) return 'unknown';
  if (schema.$ref) return schema.$ref.split('/').at(-1)!;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return options.map((each) => typeText(each, depth)).join(' | ');
  if (schema.allOf) return schema.allOf.map((each) => typeText(each, depth)).join(' & ');
  if (schema.prefixItems) return `[${schema.prefixItems.map((each) => typeText(each, depth)).join(', ')}]`;
  if (schema.type === 'array') return `${grouped(typeText(schema.items, depth))}[]`;
  if (schema.properties) return objectText(schema, depth);
  if (typeof schema.additionalProperties === 'object')
    return `{ [key: string]: ${typeText(schema.additionalProperties, depth)} }`;
  return [schema.type ?? 'unknown'].flat().join(' | ');
}

const grouped = (text: string) => (text.includes(' | ') && !text.startsWith('{') ? `(${text})` : text);

function objectText({ properties = {}, required = [] }: Schema, depth: number): string {
  if (depth >= deepest) return '{ … }';
  const space = '  '.repeat(depth + 1);
  const lines = Object.entries(properties).map(
    ([name, schema]) => `${space}${name}${required.includes(name) ? '' : '?'}: ${typeText(schema, depth + 1)};`,
  );
  return `{\n${lines.join('\n')}\n${'  '.repeat(depth)}}`;
}

const schemaIn = (content: Content | undefined) => Object.values(content ?? {})[0]?.schema;

/** What a route takes in its body, and what it answers. */
export const inputOf = ({ requestBody }: Operation) => requestBody && typeText(schemaIn(requestBody.content));
export function outputOf({ responses }: Operation): string {
  const [status, answer] = Object.entries(responses).find(([code]) => code.startsWith('2')) ?? [];
  if (!answer?.content) return status ?? '';
  const [kind] = Object.keys(answer.content);
  return kind === 'application/json' ? typeText(schemaIn(answer.content)) : `${kind}`;
}

/** A call as one types it into a terminal. */
export function curlOf({ method, path, operation }: ApiRoute, origin: string): string {
  const query = (operation.parameters ?? []).filter((each) => each.in === 'query' && each.required);
  const search = query.length > 0 ? `?${query.map(({ name }) => `${name}=…`).join('&')}` : '';
  const lines = [`curl${method === 'GET' ? '' : ` -X ${method}`} '${origin}${path}${search}'`];
  if (operation['x-access'] !== 'anyone') lines.push(`-H "Authorization: Bearer $KEY"`);
  if (operation.requestBody) lines.push(`-H 'Content-Type: application/json'`, `-d '{ … }'`);
  return lines.join(' \\\n  ');
}
