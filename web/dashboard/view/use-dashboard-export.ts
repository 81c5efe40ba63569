import type { ApiInput } from '#contract/api.ts';
import type { DashboardExportLine, DashboardFormat } from '#contract/dashboards/exports.ts';
import { type FileExportState, readUntilReady, useFileExport } from '#web/ui/file-export.ts';

type DashboardExportProgress = { kind: 'running'; done: number; of: number } | { kind: 'fetching' };

/** Progress of a dashboard export. */
export type DashboardExportState = FileExportState<DashboardFormat, DashboardExportProgress>;

type DashboardExportRequest = Omit<ApiInput<'POST /dashboards/:id/exports'>, 'format'>;

/** Writes the dashboard to a file on the server and downloads it. */
export function useDashboardExport(request: DashboardExportRequest) {
  return useFileExport<DashboardFormat, DashboardExportProgress>(async (format, { signal, report }) => {
    report({ kind: 'running', done: 0, of: 0 });
    const { id } = await readUntilReady<DashboardExportLine>(
      'POST /dashboards/:id/exports',
      { ...request, format },
      { signal, onProgress: report },
    );
    report({ kind: 'fetching' });
    return id;
  });
}
