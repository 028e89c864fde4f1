import * as z from 'zod/mini'
import { parseJson, readStored, writeStored } from '#web/lib/storage.ts'

/** Raised when the question changes in meaning: readers who answered before are asked again. */
export const consentVersion = 1

/** After a year readers are asked again, whatever they said. */
const validMs = 365 * 24 * 60 * 60 * 1000

const Consent = z.object({
  version: z.literal(consentVersion),
  /** Host of the script that the decision is about. */
  host: z.string(),
  marketing: z.boolean(),
  decided_at: z.string().check(z.refine(text => !Number.isNaN(Date.parse(text)))),
})
export type Consent = z.infer<typeof Consent>

type Store = Parameters<typeof readStored>[1]

/**
 * Marketing consent stored in this browser.
 *
 * @param host of the script that is configured now
 * @param now milliseconds since 1970
 * @returns undefined when there is no decision, or one about another version or script, or one over a year old
 */
export function readConsent(host: string, now: number, storage?: Store): Consent | undefined {
  const parsed = Consent.safeParse(parseJson(readStored('consent', storage)))
  if (!parsed.success || parsed.data.host !== host) return undefined
  const age = now - Date.parse(parsed.data.decided_at)
  return age < validMs ? parsed.data : undefined
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
