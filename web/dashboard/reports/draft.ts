import { type DashboardState, plainState } from '#contract/dashboard.ts';
import type { NamedMember } from '#contract/access.ts';
import type { Language } from '#contract/language.ts';
import type { NewReport, Recipient, Report, ReportFormat } from '#contract/reports.ts';
import type { Slots } from '#contract/slots.ts';

/** A recipient as the dialog shows them. */
export type Chosen = { key: string; name: string; recipient: Recipient; isStopped: boolean };

/** What someone has chosen so far. */
export type Draft = {
  name: string;
  format: ReportFormat;
  schedule: Slots;
  isPaused: boolean;
  recipients: Chosen[];
};

/** What can be set for a recipient; what was picked on a chart is of the moment. */
export const lastingOf = ({ time, values }: DashboardState): DashboardState => ({ ...plainState, time, values });

export const memberChosen = ({ id, name }: Pick<NamedMember, 'id' | 'name'>, state: DashboardState): Chosen => ({
  key: id,
  name,
  recipient: { kind: 'member', member: id, state },
  isStopped: false,
});

export const addressChosen = (address: string, language: Language, state: DashboardState): Chosen => ({
  key: address,
  name: address,
  recipient: { kind: 'address', address, language, state },
  isStopped: false,
});

export const draftOf = (name: string, me: Pick<NamedMember, 'id' | 'name'>, state: DashboardState): Draft => ({
  name: name.slice(0, 100),
  format: 'pdf',
  schedule: { kind: 'weekdays', at: '09:00' },
  isPaused: false,
  recipients: [memberChosen(me, state)],
});

export const draftOfReport = ({ name, format, schedule, isPaused, recipients }: Report): Draft => ({
  name,
  format,
  schedule,
  isPaused,
  recipients: recipients.map(({ name: shown, isStopped, ...recipient }) => ({
    key: recipient.kind === 'member' ? recipient.member : recipient.address,
    name: shown,
    recipient,
    isStopped,
  })),
});

export const bodyOf = ({ name, recipients, ...draft }: Draft, zone: string): Omit<NewReport, 'id'> => ({
  ...draft,
  name: name.trim(),
  zone,
  recipients: recipients.map(({ recipient }) => recipient),
});

/** The same time on other days. */
export function slotsOf(kind: Slots['kind'], at: string): Slots {
  return kind === 'weekly' || kind === 'monthly' ? { kind, day: 1, at } : { kind, at };
}
