import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { z } from 'zod';

import { messageOf } from '#contract/catalogue.ts';
import type { Dashboard, DashboardState } from '#contract/dashboard.ts';
import { Problem } from '#contract/errors.ts';
import type { sharedRoutes } from '#contract/shares.ts';
import { consumePoint, networkOf } from '#server/accounts/limits.ts';
import { type FailureOf, type FileAnswer, signalOf } from '#server/context.ts';
import type { Viewing } from '#server/dashboards/look.ts';
import { type ExportInput, writeDashboardFile, type Written } from '#server/dashboards/print/export.ts';
import { type Guest, loadByPass, type ShareRow } from './alive.ts';
import { faceOf } from './face.ts';
import { bareProblem, throughLink, whileAlive } from './run.ts';
import { allowedState, lookedThrough } from './setting.ts';

type FileInput = z.output<(typeof sharedRoutes)['POST /shares/file']['input']>;
type Looks = Pick<ExportInput, 'format' | 'language' | 'theme' | 'tab'>;

/** What a link shows, to be written: of the dashboard's face whatever is wanted, as it is set. */
type Order = { row: ShareRow; state: DashboardState; looks: Looks; shown?: (face: Dashboard) => Dashboard };

/** Writes what a link shows into a file, without what it does not tell; whoever asked for it removes it. */
export async function writeFace(maker: Viewing, order: Order, signal: AbortSignal): Promise<Written> {
  const { row, state, looks, shown = (face) => face } = order;
  const { dashboard: published } = await maker.looking.published(row.dashboardId);
  const whole = faceOf(published, row);
  const controls = whole.controls.filter(({ id }) => row.allows.controls.includes(id));
  const face = { dashboard: shown({ ...whole, controls }), state: allowedState(row, state), manner: throughLink };
  const input: ExportInput = {
    ...looks,
    ...lookedThrough(row, state),
    units: 'language',
    rising: looks.language === 'zh_CN' ? 'red' : 'green',
    weekStart: looks.language === 'zh_CN' ? 'monday' : 'sunday',
  };
  const failureOf: FailureOf = (error) => {
    const problem = bareProblem(error);
    const code = problem instanceof Problem ? problem.code : 'share_card';
    const message = messageOf(code, {}, looks.language);
    return { kind: 'error', error: { code, message, requestId: '' } };
  };
  return writeDashboardFile(maker, input, {
    send: () => undefined,
    signal,
    failureOf,
    madeBy: '数据 Shuju',
    face,
  });
}

/** Viewers have their own limits: by address, so that one leaves some to the others, and for the whole link. */
async function limitFiles({ limits, address }: Guest, link: string): Promise<void> {
  for (const [limiter, key] of [
    [limits.linkFile, `${link} ${networkOf(address)}`],
    [limits.link, link],
  ] as const)
    await consumePoint(limiter, key, { code: 'too_many_files', limit: limiter.points });
}

/** A file of the dashboard, for viewers who may take it along. */
export async function writeShareFile(ctx: Guest, { pass, state, ...looks }: FileInput): Promise<FileAnswer> {
  const alive = await loadByPass(ctx, pass);
  const { row } = alive;
  if (!row.allows.download) throw new Problem('not_found');
  await limitFiles(ctx, row.id);
  const signal = signalOf(ctx);
  const { file, name, bytes } = await whileAlive(ctx, alive, {
    signal,
    work: (maker, ending) => writeFace(maker, { row, state, looks }, ending),
  });
  if (signal.aborted) {
    await rm(file, { force: true });
    throw new Problem('cancelled');
  }
  const content = createReadStream(file).once('close', () => void rm(file, { force: true }));
  return { name, bytes, content, type: 'application/octet-stream' };
}
