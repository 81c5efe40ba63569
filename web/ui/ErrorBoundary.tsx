import Button from 'antd/es/button';
import { Component, type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';

import { Problem } from '#contract/errors.ts';
import { EmptyState } from './EmptyState.tsx';
import { usePageTitle } from './page-title.ts';
import { BrokenPicture } from './pictures.tsx';
import { sentenceOf } from './problem.ts';

type BoundaryProps = {
  resetKey: string;
  children: ReactNode;
  /** Replaces the error page, for parts of a page. */ fallback?: ReactNode;
};
type ErrorBoundaryState = { error?: Error; resetKey: string };

/** Keeps the layout when a page throws; a new resetKey clears the error. */
export class ErrorBoundary extends Component<BoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { resetKey: this.props.resetKey };

  static getDerivedStateFromError(error: Error): Partial<ErrorBoundaryState> {
    return { error };
  }

  static getDerivedStateFromProps(
    { resetKey }: BoundaryProps,
    state: ErrorBoundaryState,
  ): Partial<ErrorBoundaryState> | null {
    return resetKey === state.resetKey ? null : { resetKey, error: undefined as never };
  }

  override render() {
    const { children, fallback } = this.props;
    return this.state.error ? (fallback ?? <ErrorPage error={this.state.error} />) : children;
  }
}

/** A failed page: explains the error and offers a reload. */
function ErrorPage({ error }: { error: Error }) {
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
