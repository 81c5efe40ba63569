import type { Logger } from 'pino';

import type { Mailer } from '#server/mail/send.ts';
import type { Encryptor } from '#server/database/encryption.ts';
import type { DashboardServices } from '#server/dashboards/dashboard-loads.ts';

export type ReportServices = DashboardServices & { log: Logger; mailer: Mailer; emailLinkSealer: Encryptor };
