import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';

import { watchResponses } from '#web/http/client.ts';
import style from './Banners.module.css';

function subscribeToNetwork(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Whether the server reports another version than that of this page. */
function useNewerVersion(): boolean {
  const [isNewer, setNewer] = useState(false);
  useEffect(
    () =>
      watchResponses((response) => {
        const version = response.headers.get('x-shuju-version');
        if (version && version !== __VERSION__) setNewer(true);
      }),
    [],
  );
  return isNewer;
}

/** Page-wide notices: offline, or a newer version is ready. */
export function Banners() {
  const { t } = useTranslation();
  const isOnline = useSyncExternalStore(subscribeToNetwork, () => navigator.onLine);
  const isNewer = useNewerVersion();
  return (
    <div role="status" className={style['banners']}>
      {!isOnline && <div className={style['offline']}>{t('banner.offline')}</div>}
      {isNewer && (
        <div className={style['newer']}>
          {t('banner.newer')}
          <button type="button" onClick={() => window.location.reload()}>
            {t('common.reload')}
          </button>
        </div>
      )}
    </div>
  );
}
