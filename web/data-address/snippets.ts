import { apiPrefix } from '#contract/shell.ts';
import type { ExportFormat } from '#contract/queries/routes.ts';
import { keyParameter } from '#contract/data-address/routes.ts';

/** What an address returns: the rows of a dataset, or the result of a chart or card. */
export type DataSource =
  | { kind: 'dataset'; id: string }
  | { kind: 'chart'; id: string }
  | { kind: 'card'; dashboard: string; id: string };

export const toolNames = ['excel', 'sheets', 'python', 'r', 'curl'] as const;
export type ToolName = (typeof toolNames)[number];

/** The placeholder in snippets until a key is created. */
export const keyPlaceholder = 'YOUR_KEY';

/** These tools cannot send headers, so the key is in their address. */
export const hasKeyInAddress = (tool: ToolName) => tool === 'excel' || tool === 'sheets';

const pathOf = (source: DataSource): string =>
  source.kind === 'card' ? `dashboards/${source.dashboard}/cards/${source.id}` : `${source.kind}s/${source.id}`;

type DataAddressRequest = { origin: string; source: DataSource; language: string; zone: string };

/** Language and zone are fixed in the address, because programs rely on headers and days. */
export const addressOf = ({ origin, source, language, zone }: DataAddressRequest, format: ExportFormat): string =>
  `${origin}${apiPrefix}/data/${pathOf(source)}.${format}?${new URLSearchParams({ language, zone }).toString()}`;

type DataSnippetInput = { request: DataAddressRequest; format: ExportFormat; key: string };

const withKey = (address: string, key: string) => `${address}&${keyParameter}=${key}`;

const readers: Record<ExportFormat, string> = {
  csv: 'read_csv',
  json: 'read_json',
  parquet: 'read_parquet',
  xlsx: 'read_excel',
};

/** Code for each tool, ready to paste. Google Sheets and R read CSV, whatever format is selected. */
export const snippets: Record<ToolName, (snippet: DataSnippetInput) => string> = {
  excel: ({ request, format, key }) => withKey(addressOf(request, format), key),

  sheets: ({ request, key }) => `=IMPORTDATA("${withKey(addressOf(request, 'csv'), key)}")`,

  python: ({ request, format, key }) => `import pandas as pd

data = pd.${readers[format]}(
    "${addressOf(request, format)}",
    storage_options={"Authorization": "Bearer ${key}"},
)`,

  r: ({ request, key }) => `data <- read.csv(
  url(
    "${addressOf(request, 'csv')}",
    headers = c(Authorization = "Bearer ${key}"),
    encoding = "UTF-8-BOM"
  ),
  check.names = FALSE
)`,

  curl: ({ request, format, key }) => `curl '${addressOf(request, format)}' \\
  -H 'Authorization: Bearer ${key}' \\
  -o data.${format}`,
};
