import type { Services as AccountServices } from '#server/accounts/services.ts';
import type { Backups } from '#server/backups/backups.ts';
import type { Egress } from '#server/egress/request.ts';
import type { Sealer } from '#server/database/sealing.ts';
import type { Services as ChannelServices } from '#server/channels/store.ts';
import type { Profiles } from '#server/datasets/profile.ts';
import type { Looking } from '#server/dashboards/looking.ts';
import type { Services as DataServices } from '#server/datasets/services.ts';
import type { Ingestion } from '#server/ingestion/ingestion.ts';
import type { FindBrokenUses } from '#server/imports/confirmation.ts';
import type { Work } from '#server/imports/work.ts';
import type { Services as AskServices } from '#server/queries/services.ts';
import type { hears } from '#server/access/hearing.ts';
import type { Changes } from '#server/live/changes.ts';
import type { Pictures } from '#server/shares/picture.ts';
import type { ShareSecrets } from '#server/shares/secrets.ts';
import type { Known } from '#server/search/known.ts';

/** Everything that any handler needs. */
export type Services = AccountServices &
  DataServices &
  AskServices &
  ChannelServices & {
    egress: Egress;
    letterSealer: Sealer;
    backups: Backups;
    changes: Changes;
    hears: typeof hears;
    profiles: Profiles;
    work: Work;
    findBrokenUses: FindBrokenUses;
    ingestion: Ingestion;
    looking: Looking;
    known: Known;
    shareSecrets: ShareSecrets;
    sharePictures: Pictures;
  };
