import { type DashboardState, defaultState } from '#domain/dashboard/dashboard.ts';
import type { NamedMember } from '#contract/access/routes.ts';
import type { Language } from '#domain/language.ts';
import type { NewReport, Recipient, Report, ReportFormat } from '#contract/reports/routes.ts';
import type { SlotSchedule } from '#domain/time/schedule.ts';

/** A recipient in the dialog. */
export type ChosenRecipient = { key: string; name: string; recipient: Recipient; isStopped: boolean };

/** State of the report form. */
export type ReportDraft = {
  name: string;
  format: ReportFormat;
  schedule: SlotSchedule;
  isPaused: boolean;
  recipients: ChosenRecipient[];
};

/** The state saved for a recipient: without points picked on charts, which are temporary. */
export const savedStateOf = ({ time, values }: DashboardState): DashboardState => ({ ...defaultState, time, values });

export const chosenMember = (
  { id, name }: Pick<NamedMember, 'id' | 'name'>,
  state: DashboardState,
): ChosenRecipient => ({
  key: id,
  name,
  recipient: { kind: 'member', member: id, state },
  isStopped: false,
});

export const chosenAddress = (address: string, language: Language, state: DashboardState): ChosenRecipient => ({
  key: address,
  name: address,
  recipient: { kind: 'address', address, language, state },
  isStopped: false,
});

export const draftOf = (name: string, me: Pick<NamedMember, 'id' | 'name'>, state: DashboardState): ReportDraft => ({
  name: name.slice(0, 100),
  format: 'pdf',
  schedule: { kind: 'weekdays', at: '09:00' },
  isPaused: false,
  recipients: [chosenMember(me, state)],
});

export const draftOfReport = ({ name, format, schedule, isPaused, recipients }: Report): ReportDraft => ({
  name,
  format,
  schedule,
  isPaused,
  recipients: recipients.map(({ name: recipientName, isStopped, ...recipient }) => ({
    key: recipient.kind === 'member' ? recipient.member : recipient.address,
    name: recipientName,
    recipient,
    isStopped,
  })),
});

export const bodyOf = ({ name, recipients, ...draft }: ReportDraft, zone: string): Omit<NewReport, 'id'> => ({
  ...draft,
  name: name.trim(),
  zone,
  recipients: recipients.map(({ recipient }) => recipient),
});
