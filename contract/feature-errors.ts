import { accountErrors } from './accounts/errors.ts';
import { deliveryErrors } from './channels/errors.ts';
import { connectionErrors } from './connections/errors.ts';
import { calculatedColumnErrors, rowRuleErrors } from './datasets/errors.ts';
import { extractErrors } from './extracts/errors.ts';
import { folderErrors } from './folders/errors.ts';
import { freshnessErrors } from './freshness/errors.ts';
import { importErrors } from './imports/errors.ts';
import { lineageErrors } from './lineage/errors.ts';
import { dataErrors } from './queries/errors.ts';
import { sqlErrors } from './queries/sql-errors.ts';
import { relationErrors } from './relations/errors.ts';
import { shareErrors } from './shares/errors.ts';
import { systemErrors } from './system/errors.ts';
import { valueLabelErrors } from './value-labels/errors.ts';

/** Errors of every feature; the first page does not load them. */
export const featureErrors = {
  ...accountErrors,
  ...calculatedColumnErrors,
  ...connectionErrors,
  ...dataErrors,
  ...deliveryErrors,
  ...extractErrors,
  ...folderErrors,
  ...freshnessErrors,
  ...importErrors,
  ...lineageErrors,
  ...relationErrors,
  ...rowRuleErrors,
  ...shareErrors,
  ...sqlErrors,
  ...systemErrors,
  ...valueLabelErrors,
};
