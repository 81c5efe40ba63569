import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Checkbox from 'antd/es/checkbox';
import Switch from 'antd/es/switch';
import { useTranslation } from 'react-i18next';

import type { NotificationSettings, Topic } from '#contract/notifications/routes.ts';
import { call } from '#web/http/client.ts';
import { installationQuery } from '#web/http/installation.ts';
import { notificationSettingsQuery } from '#web/http/notifications.ts';
import { setExpectedData } from '#web/http/query-client.ts';
import { useOwnZone } from '#web/shell/preferences.ts';
import { useLanguage } from '#web/ui/language.ts';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { toastProblem } from '#web/ui/problem.ts';
import style from './NotificationsPage.module.css';

const topics: Topic[] = ['alerts', 'imports', 'datasets', 'access', 'channels'];
const places = ['bell', 'mail'] as const;
const night = { from: '22:00', to: '08:00' };

/** Notification settings: topics, places and quiet hours. */
export function NotificationsPage() {
  const { t } = useTranslation();
  const { data: installation } = useQuery(installationQuery);
  const { settings, change } = useSettings();
  if (!settings) return null;
  const hasMail = installation?.hasMail ?? false;
  return (
    <>
      <PageHeading title={t('account.notifications.title')} lead={t('account.notifications.lead')} />
      <Panel title={t('account.notifications.what')}>
        <table className={style['choices']}>
          <thead>
            <tr>
              <th />
              {places.map((place) => (
                <th key={place} scope="col">
                  {t(`account.notifications.places.${place}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {topics.map((topic) => (
              <tr key={topic}>
                <th scope="row">
                  {t(`account.notifications.topics.${topic}`)}
                  <small>{t(`account.notifications.hints.${topic}`)}</small>
                </th>
                {places.map((place) => (
                  <td key={place}>
                    <Checkbox
                      aria-label={t('common.pair', {
                        name: t(`account.notifications.topics.${topic}`),
                        value: t(`account.notifications.places.${place}`),
                      })}
                      checked={settings[place][topic]}
                      disabled={place === 'mail' && !hasMail}
                      onChange={({ target }) => change({ [place]: { ...settings[place], [topic]: target.checked } })}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {!hasMail && <p className={style['note']}>{t('account.notifications.noMail')}</p>}
      </Panel>
      <QuietPanel settings={settings} change={change} />
    </>
  );
}

type ChangeSettings = (fields: Partial<NotificationSettings>) => void;

function QuietPanel({ settings: { quiet }, change }: { settings: NotificationSettings; change: ChangeSettings }) {
  const { t } = useTranslation();
  const zone = useOwnZone();
  const title = t('account.notifications.quiet');
  return (
    <Panel
      title={title}
      extra={
        <Switch aria-label={title} checked={quiet !== null} onChange={(on) => change({ quiet: on ? night : null })} />
      }
    >
      <p className={style['note']}>{t('account.notifications.quietText', { zone })}</p>
      {quiet && (
        <div className={style['hours']}>
          {(['from', 'to'] as const).map((end) => (
            <label key={end}>
              {t(`account.notifications.${end}`)}
              <input
                type="time"
                required
                value={quiet[end]}
                onChange={({ target }) => target.value && change({ quiet: { ...quiet, [end]: target.value } })}
              />
            </label>
          ))}
        </div>
      )}
    </Panel>
  );
}

const mutationKey = ['change-notification-settings'];

/** Optimistic update; zone and language are those of this browser. */
function useSettings() {
  const queries = useQueryClient();
  const [zone, language] = [useOwnZone(), useLanguage()];
  const { data: settings } = useQuery(notificationSettingsQuery);
  const { mutate } = useMutation({
    mutationKey,
    // Requests run one at a time: each sends all settings.
    scope: { id: 'notification-settings' },
    mutationFn: (next: NotificationSettings) => call('PUT /notifications/settings', next),
    onMutate: (next) => setExpectedData(queries, notificationSettingsQuery, () => next),
    onError: toastProblem,
    onSettled: () => {
      // Only the last of several pending changes refetches the stored settings.
      if (queries.isMutating({ mutationKey }) === 1) void queries.invalidateQueries(notificationSettingsQuery);
    },
  });
  const change: ChangeSettings = (fields) => settings && mutate({ ...settings, ...fields, zone, language });
  return { settings, change };
}
