import { Component, type ReactNode } from 'react'

type ErrorBoundaryProps = {
  children: ReactNode
  /** Drawn in the place of what broke; `retry` draws the children anew. */
  fallback: (error: unknown, retry: () => void) => ReactNode
}

type State = { broken: false } | { broken: true; error: unknown }

/** Keeps the fault of one block within that block. The root's `onCaughtError` is told of it. */
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
