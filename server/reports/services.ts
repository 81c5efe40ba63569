import type { Logger } from 'pino';

import type { Mailer } from '#server/mail/send.ts';
import type { Sealer } from '#server/database/sealing.ts';
import type { Services as DashboardServices } from '#server/dashboards/looking.ts';

export type Services = DashboardServices & { log: Logger; mailer: Mailer; letterSealer: Sealer };
