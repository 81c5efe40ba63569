import { apiPrefix } from '#contract/shell.ts';
import type { ExportFormat } from '#contract/asks.ts';
import { keyParameter } from '#contract/data-addresses.ts';

/** What an address gives: the rows of a dataset, or the answer of a chart or a card. */
export type DataSource =
  | { kind: 'dataset'; id: string }
  | { kind: 'chart'; id: string }
  | { kind: 'card'; dashboard: string; id: string };

export const toolNames = ['excel', 'sheets', 'python', 'r', 'curl'] as const;
export type ToolName = (typeof toolNames)[number];

/** What stands in the place of a key until there is one. */
export const keyPlaceholder = 'YOUR_KEY';

/** These can send no header, so that the key stands in their address. */
export const hasKeyInAddress = (tool: ToolName) => tool === 'excel' || tool === 'sheets';

const pathOf = (source: DataSource): string =>
  source.kind === 'card' ? `dashboards/${source.dashboard}/cards/${source.id}` : `${source.kind}s/${source.id}`;

type Place = { origin: string; source: DataSource; language: string; zone: string };

/** Headers and days stay what they are, whatever the person chooses later: programs rely on them. */
export const addressOf = ({ origin, source, language, zone }: Place, format: ExportFormat): string =>
  `${origin}${apiPrefix}/data/${pathOf(source)}.${format}?${new URLSearchParams({ language, zone }).toString()}`;

type Snippet = { place: Place; format: ExportFormat; key: string };

const withKey = (address: string, key: string) => `${address}&${keyParameter}=${key}`;

const readers: Record<ExportFormat, string> = {
  csv: 'read_csv',
  json: 'read_json',
  parquet: 'read_parquet',
  xlsx: 'read_excel',
};

/** What each tool needs, ready to be pasted. Google Sheets and R read CSV here, whatever format is chosen. */
export const snippets: Record<ToolName, (snippet: Snippet) => string> = {
  excel: ({ place, format, key }) => withKey(addressOf(place, format), key),

  sheets: ({ place, key }) => `=IMPORTDATA("${withKey(addressOf(place, 'csv'), key)}")`,

  python: ({ place, format, key }) => `import pandas as pd

data = pd.${readers[format]}(
    "${addressOf(place, format)}",
    storage_options={"Authorization": "Bearer ${key}"},
)`,

  r: ({ place, key }) => `data <- read.csv(
  url(
    "${addressOf(place, 'csv')}",
    headers = c(Authorization = "Bearer ${key}"),
    encoding = "UTF-8-BOM"
  ),
  check.names = FALSE
)`,

  curl: ({ place, format, key }) => `curl '${addressOf(place, format)}' \\
  -H 'Authorization: Bearer ${key}' \\
  -o data.${format}`,
};
