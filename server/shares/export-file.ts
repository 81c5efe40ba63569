import { rm } from 'node:fs/promises';
import type { z } from 'zod';

import { messageOf } from '#contract/error-catalogue.ts';
import type { Dashboard, DashboardState } from '#domain/dashboard/dashboard.ts';
import { Problem } from '#contract/errors.ts';
import type { sharedRoutes } from '#contract/shares/routes.ts';
import { consumePoint, networkOf } from '#server/accounts/rate-limits.ts';
import { type FailureOf, type FileAnswer, signalOf } from '#server/context.ts';
import type { DashboardContext } from '#server/dashboards/load-dashboard.ts';
import { readOnce } from '#server/queries/exported-file.ts';
import { type DashboardExportInput, writeDashboardFile, type WrittenFile } from '#server/print/export.ts';
import { type ShareVisitorContext, loadByPass, type ShareRow } from './active-share.ts';
import { publicViewOf } from './public-view.ts';
import { redactProblem, linkPolicy, whileShareActive } from './run-share.ts';
import { allowedState, dashboardRequestOf } from './allowed-state.ts';

type FileInput = z.output<(typeof sharedRoutes)['POST /shares/file']['input']>;
type FileLook = Pick<DashboardExportInput, 'format' | 'language' | 'theme' | 'tab'>;

/** Input for writing a file of a link: its row, the viewer's state, the look, and an optional transform. */
type ShareFileRequest = {
  row: ShareRow;
  state: DashboardState;
  looks: FileLook;
  transform?: (dashboard: Dashboard) => Dashboard;
};

/** Writes the public view of a link to a file, which the caller removes. */
export async function writePublicView(
  creator: DashboardContext,
  request: ShareFileRequest,
  signal: AbortSignal,
): Promise<WrittenFile> {
  const { row, state, looks, transform = (dashboard) => dashboard } = request;
  const { dashboard: published } = await creator.dashboardLoads.published(row.dashboardId);
  const publicView = publicViewOf(published, row);
  const controls = publicView.controls.filter(({ id }) => row.allows.controls.includes(id));
  const view = {
    dashboard: transform({ ...publicView, controls }),
    state: allowedState(row, state),
    policy: linkPolicy,
  };
  const input: DashboardExportInput = {
    ...looks,
    ...dashboardRequestOf(row, state),
    units: 'language',
    rising: looks.language === 'zh_CN' ? 'red' : 'green',
    weekStart: looks.language === 'zh_CN' ? 'monday' : 'sunday',
  };
  const failureOf: FailureOf = (error) => {
    const problem = redactProblem(error);
    const code = problem instanceof Problem ? problem.code : 'share_card';
    const message = messageOf(code, {}, looks.language);
    return { kind: 'error', error: { code, message, requestId: '' } };
  };
  return writeDashboardFile(creator, input, {
    send: () => undefined,
    signal,
    failureOf,
    madeBy: '数据 Shuju',
    view,
  });
}

/** Rate limits for files: per client network, so that one viewer cannot use up all, and per link. */
async function limitFiles({ limits, address }: ShareVisitorContext, link: string): Promise<void> {
  for (const [limiter, key] of [
    [limits.linkFile, `${link} ${networkOf(address)}`],
    [limits.link, link],
  ] as const)
    await consumePoint(limiter, key, { code: 'too_many_files', limit: limiter.points });
}

/** A file of the dashboard, if the link allows downloads. */
export async function writeShareFile(
  ctx: ShareVisitorContext,
  { pass, state, ...looks }: FileInput,
): Promise<FileAnswer> {
  const share = await loadByPass(ctx, pass);
  const { row } = share;
  if (!row.allows.download) throw new Problem('not_found');
  await limitFiles(ctx, row.id);
  const signal = signalOf(ctx);
  const { file, name, bytes } = await whileShareActive(ctx, share, {
    signal,
    work: (creator, ending) => writePublicView(creator, { row, state, looks }, ending),
  });
  if (signal.aborted) {
    await rm(file, { force: true });
    throw new Problem('cancelled');
  }
  return { name, bytes, content: readOnce(file, ctx.log), type: 'application/octet-stream' };
}
