import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';

import { watchAnswers } from '#web/http/client.ts';
import style from './Banners.module.css';

function subscribeToNetwork(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Whether the server answers with another version than the one this page came from. */
function useNewerVersion(): boolean {
  const [isNewer, setNewer] = useState(false);
  useEffect(
    () =>
      watchAnswers((response) => {
        const version = response.headers.get('x-shuju-version');
        if (version && version !== __VERSION__) setNewer(true);
      }),
    [],
  );
  return isNewer;
}

/** What concerns the whole page: the network is gone, or a newer version is ready. */
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
