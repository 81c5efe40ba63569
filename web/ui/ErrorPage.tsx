import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';

import { EmptyState } from './EmptyState.tsx';
import { usePage } from './page.ts';
import { BrokenPicture } from './pictures.tsx';

/** A page that broke: it says so, keeps the frame and offers to try again. */
export function ErrorPage({ error }: { error: Error }) {
  const { t } = useTranslation();
  const heading = usePage(t('error.title'));
  // A page of an older version asks for files that are gone.
  const isOutdated = /import|fetch|module/i.test(error.message);
  return (
    <div role="alert" ref={heading} tabIndex={-1}>
      <EmptyState
        picture={<BrokenPicture />}
        title={t('error.title')}
        text={t(isOutdated ? 'error.outdated' : 'error.text')}
      >
        <Button type="primary" onClick={() => window.location.reload()}>
          {t('common.reload')}
        </Button>
      </EmptyState>
    </div>
  );
}
