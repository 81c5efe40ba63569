import Button from 'antd/es/button';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

import { Problem } from '#contract/errors.ts';
import { EmptyState } from './EmptyState.tsx';
import { usePageTitle } from './page-title.ts';
import { BrokenPicture } from './pictures.tsx';
import { sentenceOf } from './problem.ts';

/** A failed page: explains the error and offers a reload. */
export function ErrorPage({ error }: { error: Error }) {
  const { t } = useTranslation();
  const heading = usePageTitle(t('error.title'));
  // A page of an older version requests files that no longer exist.
  const isOutdated = /import|fetch|module|preload/i.test(error.message);
  useEffect(() => {
    // Files that failed to load are available again when the network is back.
    const reload = () => window.location.reload();
    window.addEventListener('online', reload);
    return () => window.removeEventListener('online', reload);
  }, []);
  const text = error instanceof Problem ? sentenceOf(error) : t(isOutdated ? 'error.outdated' : 'error.text');
  return (
    <div role="alert" ref={heading} tabIndex={-1}>
      <EmptyState picture={<BrokenPicture />} title={t('error.title')} text={text}>
        <Button type="primary" onClick={() => window.location.reload()}>
          {t('common.reload')}
        </Button>
      </EmptyState>
    </div>
  );
}
