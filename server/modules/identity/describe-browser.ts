import type { FastifyRequest } from 'fastify'

/** Browsers by what only they write; who copies another's name stands before it. */
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
 * What a browser is, as its owner would call it.
 *
 * @param userAgent what it calls itself; anything at all may come
 * @returns names to show, null where they cannot be told; nothing that was sent is in them
 */
export function describeBrowser(userAgent: string): { browser: string | null; system: string | null } {
  const nameIn = (names: readonly [RegExp, string][]) =>
    names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null
  return { browser: nameIn(browsers), system: nameIn(systems) }
}

/** The same as details of the reader's own log, where what is not known is left out. */
export function browserDetails(userAgent: string): Record<string, string> {
  const { browser, system } = describeBrowser(userAgent)
  return { ...(browser === null ? {} : { browser }), ...(system === null ? {} : { system }) }
}

/** What the browser calls itself, as much of it as is worth keeping. */
export const userAgentOf = (request: FastifyRequest): string =>
  (request.headers['user-agent'] ?? '').slice(0, 300)
