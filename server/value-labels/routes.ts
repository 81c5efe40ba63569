import type { valueLabelRoutes } from '#contract/value-labels/routes.ts';
import type { Handlers } from '#server/context.ts';
import type { ExecutionServices } from '#server/execution/execution.ts';
import { listLabelledColumns, loadEditedLabels, saveLabels } from './edit.ts';
import { listColumnValues } from './list-values.ts';
import { listProposals } from './proposals.ts';

export const valueLabelHandlers: Handlers<ExecutionServices, typeof valueLabelRoutes> = {
  'GET /datasets/:id/labels': (ctx, { id }) => listLabelledColumns(ctx, id),
  'GET /datasets/:id/labels/proposals': (ctx, { id }) => listProposals(ctx, id),
  'GET /datasets/:id/columns/:column/labels': loadEditedLabels,
  'PUT /datasets/:id/columns/:column/labels': saveLabels,
  'POST /datasets/:id/values': listColumnValues,
};
