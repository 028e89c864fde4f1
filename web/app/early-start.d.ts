interface Window {
  /** Set by the inline script in the head, see early-start-plugin.ts. */
  profilStart?: {
    config: Promise<Response>
    /** Prefetched reads by address, each with its language. */
    calls: Record<string, { language: string; answer: Promise<Response> }>
  }
}
