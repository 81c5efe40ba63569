import type { Notice, Topic } from './routes.ts';

const topicOfKind: Record<Notice['kind'], Topic> = {
  import_failed: 'imports',
  import_rejects: 'imports',
  extract_failed: 'imports',
  dataset_late: 'alerts',
  dataset_fresh: 'alerts',
  verification_removed: 'datasets',
  access_given: 'access',
  folder_access_given: 'access',
  alert_fired: 'alerts',
  alert_resolved: 'alerts',
  alert_stuck: 'alerts',
  channel_stopped: 'channels',
  report_failed: 'channels',
};
export const topicOf = ({ kind }: Notice): Topic => topicOfKind[kind];

type FreshnessNotice = Extract<Notice, { kind: 'dataset_late' | 'dataset_fresh' }>;

const isFreshnessNotice = (notice: Notice): notice is FreshnessNotice =>
  notice.kind === 'dataset_late' || notice.kind === 'dataset_fresh';

/** Cause of a notice: notices of the same cause are grouped. */
export function causeOf(notice: Notice): string {
  if ('alert' in notice) return `alert:${notice.alert}`;
  if (isFreshnessNotice(notice)) return `dataset:${notice.dataset}`;
  if ('extract' in notice) return `extract:${notice.extract}`;
  if (notice.kind === 'verification_removed') return `verification:${notice.metric ?? notice.dataset}`;
  if ('application' in notice) return `application:${notice.application}`;
  if ('report' in notice) return `report:${notice.report}`;
  if ('folder' in notice) return `folder:${notice.folder}`;
  if ('channel' in notice) return `channel:${notice.channel}`;
  return `${notice.thing}:${notice.id}`;
}

/** The page that a notice links to. */
export function pathOfNotice(notice: Notice): string {
  if ('alert' in notice) return `/dashboard/alerts/${notice.alert}`;
  if ('report' in notice) return `/dashboard/reports/${notice.report}`;
  if (isFreshnessNotice(notice)) return `/application/${notice.application}/datasets/${notice.dataset}`;
  if (notice.kind === 'import_rejects') return `/application/${notice.application}/datasets/${notice.dataset}/rejects`;
  if (notice.kind === 'verification_removed')
    return `/application/${notice.application}/datasets/${notice.dataset}${notice.metric ? '/metrics' : ''}`;
  if (notice.kind === 'import_failed') return `/application/${notice.application}/imports`;
  if (notice.kind === 'extract_failed') return `/application/${notice.application}/extracts`;
  if ('folder' in notice) return `/${notice.of}?folder=${notice.folder}`;
  if (notice.kind === 'channel_stopped') return '/account/channels';
  return `/${notice.thing}/${notice.id}`;
}
