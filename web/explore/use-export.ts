import { useTranslation } from 'react-i18next';

import type { ApiInput } from '#contract/api.ts';
import type { ExportFormat, ExportLine } from '#contract/queries/routes.ts';
import { formatNumber } from '#display/format/number.ts';
import { useLanguage } from '#web/ui/language.ts';
import { type FileExportState, readUntilReady, useFileExport } from '#web/ui/file-export.ts';

type ExportProgress = { kind: 'waiting'; position: number } | { kind: 'writing' | 'fetching'; rows: number };

/** Progress of an export. */
export type ExportState = FileExportState<ExportFormat, ExportProgress>;

type ExportRequest = Omit<ApiInput<'POST /exports'>, 'format'>;

/** Writes the answer of a query to a file on the server and downloads it. */
export function useExport(request: ExportRequest) {
  return useFileExport<ExportFormat, ExportProgress>(async (format, { signal, report }) => {
    report({ kind: 'writing', rows: 0 });
    const { id, rows } = await readUntilReady<ExportLine>(
      'POST /exports',
      { ...request, format },
      { signal, onProgress: (line) => report(line.kind === 'running' ? { kind: 'writing', rows: line.rows } : line) },
    );
    report({ kind: 'fetching', rows });
    return id;
  });
}

/** What an export is doing, or why it failed. */
export function useExportText(state: Exclude<ExportState, { kind: 'idle' }>): string {
  const { t } = useTranslation();
  const language = useLanguage();
  const format = state.format.toUpperCase();
  if (state.kind === 'failed') return state.reason;
  if (state.kind === 'waiting') return t('export.waiting', { format, position: state.position });
  const counts = { format, rows: formatNumber(state.rows, language), count: state.rows };
  return state.kind === 'writing' ? t('export.writing', counts) : t('export.fetching', counts);
}
