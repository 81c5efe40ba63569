import type { ErrorCode } from '#contract/errors.ts';
import type { LocalizedText } from '#domain/columns/column.ts';
import { batchPaths, messagePaths, rowsPath } from './push-paths.ts';

type OpenApiObject = Record<string, unknown>;

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const jsonOf = (schema: OpenApiObject) => ({ 'application/json': { schema } });
const objects = { type: 'object', additionalProperties: true };

const answerSchema = {
  type: 'object',
  required: ['accepted', 'refused'],
  properties: {
    accepted: { type: 'integer', description: 'Number of rows stored' },
    refused: {
      type: 'array',
      items: {
        type: 'object',
        required: ['row', 'code', 'message'],
        properties: { row: { type: 'integer' }, code: { type: 'string' }, message: { type: 'string' } },
      },
    },
  },
};

const responsesOf = (schema: OpenApiObject) => ({
  200: { description: 'The accepted rows are stored', content: jsonOf(schema) },
  default: { description: 'An error; after 429, wait as long as Retry-After says', content: jsonOf(ref('Error')) },
});

/** Errors that refuse a whole push; errors of single rows are in the response. */
const errorCodes: ErrorCode[] = [
  'key_invalid',
  'dataset_name_invalid',
  'json_malformed',
  'too_deep',
  'too_many_rows',
  'expands_too_large',
  'key_reused',
  'too_many_requests',
  'too_many_datasets',
];

const summaryOf = (summary: LocalizedText) => ({ summary: summary.en_US, 'x-summary': summary });

const pushRows = {
  operationId: 'POSTIngestDataset',
  ...summaryOf({
    en_US: 'Push rows into a dataset, which is created with its first row',
    zh_CN: '向数据集推送数据行；首行数据到达时自动创建数据集',
  }),
  'x-access': 'key',
  'x-errors': errorCodes,
  security: [{ writeKey: [] }],
  parameters: [
    { name: 'dataset', in: 'path', required: true, schema: { type: 'string', maxLength: 100 } },
    {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description: 'For seven days, the same key with the same body takes effect once and gets the same response',
      schema: { type: 'string', maxLength: 255 },
    },
  ],
  requestBody: {
    required: true,
    description: 'Up to 10 MB and 10,000 rows; can be compressed with gzip',
    content: {
      ...jsonOf({ oneOf: [objects, { type: 'array', items: objects }] }),
      'application/x-ndjson': { schema: { type: 'string' } },
    },
  },
  responses: responsesOf(answerSchema),
};

const pushMessages = (path: string, schema: OpenApiObject) => ({
  operationId: `POST${path.replaceAll(/\W+(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
  ...summaryOf({ en_US: "Push in the format of Segment's HTTP API", zh_CN: '以 Segment HTTP API 的格式推送' }),
  'x-access': 'key',
  'x-errors': errorCodes,
  security: [{ writeKeyAsUser: [] }],
  requestBody: { required: true, content: jsonOf(schema) },
  responses: responsesOf({ type: 'object', required: ['success'], properties: { success: { const: true } } }),
});

const batchSchema = {
  type: 'object',
  required: ['batch'],
  properties: { batch: { type: 'array', items: objects } },
};

/** OpenAPI description of the push routes. */
export const ingestionPaths: Record<string, OpenApiObject> = {
  [rowsPath.replace(':dataset', '{dataset}')]: { post: pushRows },
  ...Object.fromEntries(messagePaths.map(({ path }) => [path, { post: pushMessages(path, objects) }])),
  ...Object.fromEntries(batchPaths.map((path) => [path, { post: pushMessages(path, batchSchema) }])),
};

/** Authentication schemes of a push. */
export const writeKeySchemes = {
  writeKey: { type: 'http', scheme: 'bearer', description: "An application's write key" },
  writeKeyAsUser: { type: 'http', scheme: 'basic', description: 'A write key as the username, without a password' },
};
