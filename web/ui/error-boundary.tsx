import { Component, type ReactNode } from 'react'

type ErrorBoundaryProps = {
  children: ReactNode
  /** Rendered after an error; `retry` renders the children again. */
  fallback: (error: unknown, retry: () => void) => ReactNode
}

type State = { broken: false } | { broken: true; error: unknown }

/** Error boundary of one block. Errors go to the root's `onCaughtError`. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { broken: false }

  static getDerivedStateFromError(error: unknown): State {
    return { broken: true, error }
  }

  retry = (): void => this.setState({ broken: false })

  override render(): ReactNode {
    return this.state.broken ? this.props.fallback(this.state.error, this.retry) : this.props.children
  }
}
