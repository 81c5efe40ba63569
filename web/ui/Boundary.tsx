import { Component, type ReactNode } from 'react';

import { ErrorPage } from './ErrorPage.tsx';

type Props = {
  place: string;
  children: ReactNode;
  /** What takes the place of something smaller than a page. */ fallback?: ReactNode;
};
type State = { error?: Error; place: string };

/** Keeps the frame when a page breaks; going elsewhere starts anew. */
export class Boundary extends Component<Props, State> {
  override state: State = { place: this.props.place };

  static getDerivedStateFromError(error: Error): Partial<State> {
    return { error };
  }

  static getDerivedStateFromProps({ place }: Props, state: State): Partial<State> | null {
    return place === state.place ? null : { place, error: undefined as never };
  }

  override render() {
    const { children, fallback } = this.props;
    return this.state.error ? (fallback ?? <ErrorPage error={this.state.error} />) : children;
  }
}
