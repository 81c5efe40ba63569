import { Component, type ReactNode } from 'react';

import { ErrorPage } from './ErrorPage.tsx';

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
