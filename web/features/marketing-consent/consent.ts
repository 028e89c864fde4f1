import { parseJson, readStored, writeStored } from '#web/lib/browser/storage.ts'

/** Raised when the question changes in meaning: readers who answered before are asked again. */
export const consentVersion = 1

/** After a year readers are asked again, whatever they said. */
const validMs = 365 * 24 * 60 * 60 * 1000

export type Consent = {
  version: typeof consentVersion
  /** Host of the script that the decision is about. */
  host: string
  marketing: boolean
  decided_at: string
}

type Store = Parameters<typeof readStored>[1]

/**
 * Marketing consent stored in this browser.
 *
 * @param host of the script that is configured now
 * @param now milliseconds since 1970
 * @returns undefined when there is no decision, or one about another version or script, or one over a year old
 */
export function readConsent(host: string, now: number, storage?: Store): Consent | undefined {
  const kept: Partial<Consent> = Object(parseJson(readStored('consent', storage)))
  const { version, marketing, decided_at = '' } = kept
  if (version !== consentVersion || kept.host !== host || typeof marketing !== 'boolean') return undefined
  return now - Date.parse(decided_at) < validMs ? { version, host, marketing, decided_at } : undefined
}

/** Remembers a decision with its day and the version of the question. */
export function writeConsent(host: string, marketing: boolean, now: number, storage?: Store): Consent {
  const consent = {
    version: consentVersion,
    host,
    marketing,
    decided_at: new Date(now).toISOString(),
  } as const
  writeStored('consent', JSON.stringify(consent), storage)
  return consent
}
