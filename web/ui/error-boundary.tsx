import { Component, type ReactNode } from 'react'

type ErrorBoundaryProps = {
  children: ReactNode
  /** Drawn in the place of what broke; `retry` draws the children anew. */
  fallback: (error: unknown, retry: () => void) => ReactNode
  /** Told of each error, e.g. to report it. */
  onError?: (error: unknown) => void
}

type State = { broken: false } | { broken: true; error: unknown }

/** Keeps the fault of one block within that block. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { broken: false }

  static getDerivedStateFromError(error: unknown): State {
    return { broken: true, error }
  }

  override componentDidCatch(error: unknown): void {
    this.props.onError?.(error)
  }

  retry = (): void => this.setState({ broken: false })

  override render(): ReactNode {
    return this.state.broken ? this.props.fallback(this.state.error, this.retry) : this.props.children
  }
}
