import type { FastifyRequest } from 'fastify'

/** Browsers by a mark in their user agent, in order: one that also bears another's mark comes before it. */
const browsers: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera|OPiOS)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*Safari\//, 'Safari'],
]

const systems: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/**
 * Names a browser and its system from the user agent.
 *
 * @param userAgent untrusted header
 * @returns names to show, null when unknown; never text from the header
 */
export function describeBrowser(userAgent: string): { browser: string | null; system: string | null } {
  const nameIn = (names: readonly [RegExp, string][]) =>
    names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null
  return { browser: nameIn(browsers), system: nameIn(systems) }
}

/** The same as details of the reader's own log, without unknown ones. */
export function browserDetails(userAgent: string): Record<string, string> {
  const { browser, system } = describeBrowser(userAgent)
  return { ...(browser === null ? {} : { browser }), ...(system === null ? {} : { system }) }
}

/** The user agent, truncated for storing. */
export const userAgentOf = (request: FastifyRequest): string =>
  (request.headers['user-agent'] ?? '').slice(0, 300)
