interface Window {
  /** Left by the script in the head, see early-start-plugin.ts. */
  profilStart?: { config: Promise<Response> }
}
