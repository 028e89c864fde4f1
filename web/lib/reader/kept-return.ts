import { readText, writeText } from '../browser/storage.ts'

const key = 'profil_return'
/** As long as the link that activates a new account works. */
const keptMs = 48 * 3_600_000

/** Pages whose address is a secret: it is kept in this browser only and written into no mail. */
const secretPage = /^\/login\/(?:invitation|gift)\/[\w-]{1,200}$/

/**
 * Stores the return address to an invitation or a gift over a registration, whose activation mail does not
 * contain it.
 *
 * @param path of the page; empty removes it
 */
export const keepReturn = (path: string, nowMs = Date.now()): void =>
  writeText(key, path && `${nowMs + keptMs} ${path}`, () => localStorage)

/** The stored path; undefined when there is none, or it has expired. */
export function keptReturn(nowMs = Date.now()): string | undefined {
  const [until = '', path = ''] = (readText(key, () => localStorage) ?? '').split(' ')
  return Number(until) > nowMs && secretPage.test(path) ? path : undefined
}
