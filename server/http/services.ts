import type { Services as AccountServices } from '#server/accounts/services.ts';
import type { Profiles } from '#server/datasets/profile.ts';
import type { Looking } from '#server/dashboards/looking.ts';
import type { Services as DataServices } from '#server/datasets/services.ts';
import type { Ingestion } from '#server/ingestion/ingestion.ts';
import type { Work } from '#server/imports/work.ts';
import type { Services as AskServices } from '#server/queries/services.ts';
import type { Changes } from '#server/live/changes.ts';

/** Everything that any handler needs. */
export type Services = AccountServices &
  DataServices &
  AskServices & { changes: Changes; profiles: Profiles; work: Work; ingestion: Ingestion; looking: Looking };
