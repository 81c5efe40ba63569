import type { Input } from '#contract/api.ts';
import type { DashboardState } from '#contract/dashboard.ts';
import { type Share, shareDays, type ShareStart, siteOf } from '#contract/shares.ts';

/** A field of a form cannot hold nothing as a choice. */
export const never = 0;
/** The end that a link has already. */
export const unchanged = -1;
/** The time range among the controls; no control is called so. */
export const timeChoice = '';

export type Options = {
  name: string;
  password: string;
  days: number;
  maxViews: number | null;
  controls: string[];
  download: boolean;
  sites: string;
};

/** Everything is fixed as it is set now, until viewers are allowed to change it. */
export const plainOptions: Options = {
  name: '',
  password: '',
  days: never,
  maxViews: null,
  controls: [],
  download: false,
  sites: '',
};

export const sitesOf = (text: string): string[] => text.split(/[\s,，;；]+/).filter(Boolean);
export const isSiteList = (text: string): boolean => sitesOf(text).every((site) => siteOf(site) !== undefined);

const daysOf = ({ days }: Options) => shareDays.find((each) => each === days) ?? null;

/** What is sent for a new link, with what is set on the dashboard now. */
export const inputOf = (
  options: Options,
  { time, values }: DashboardState,
  zone: string,
): Omit<Input<'POST /dashboards/:id/shares'>, 'id'> => ({
  ...rulesOf(options),
  password: options.password || null,
  days: daysOf(options),
  start: { time, values },
  zone,
});

export type Changes = Options & { isUnlocked: boolean };

/** A link as its form shows it. */
export const optionsOf = ({ name, maxViews, expiresAt, allows, sites }: Share): Changes => ({
  name,
  password: '',
  isUnlocked: false,
  days: expiresAt ? unchanged : never,
  maxViews,
  controls: [...(allows.time ? [timeChoice] : []), ...allows.controls],
  download: allows.download,
  sites: sites.join('\n'),
});

/** What is sent for a link that is changed: its password and its end only if they are others. */
export function changeOf(options: Changes, start: ShareStart): Omit<Input<'PATCH /shares/:id'>, 'id'> {
  const { password, isUnlocked, days } = options;
  return {
    ...rulesOf(options),
    start,
    ...((isUnlocked || password) && { password: isUnlocked ? null : password }),
    ...(days !== unchanged && { days: daysOf(options) }),
  };
}

function rulesOf({ name, maxViews, controls, download, sites }: Options) {
  return {
    name,
    maxViews,
    allows: {
      time: controls.includes(timeChoice),
      controls: controls.filter((id) => id !== timeChoice),
      download,
    },
    sites: sitesOf(sites),
  };
}
