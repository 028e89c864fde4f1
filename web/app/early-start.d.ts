interface Window {
  /** Left by the script in the head, see early-start-plugin.ts. */
  profilStart?: {
    config: Promise<Response>
    /** Reads that were begun early, by address, each with the language that it was asked in. */
    calls: Record<string, { language: string; answer: Promise<Response> }>
  }
}
