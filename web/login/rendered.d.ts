interface Window {
  /** Set by the script of a rendered document, see rendered-document-plugin.ts. */
  profilRendered?: {
    /** Lets presses through, and gives back the last one that came too early. */
    release: () => void
  }
}
