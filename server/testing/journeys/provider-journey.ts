import type { LightMyRequestResponse } from 'fastify'
import type { ProviderName } from '#server/gateways/identity-providers/port.ts'
import type { TestIdentity, Visitor } from '../doubles/identity-service.ts'
import type { TestBrowser } from '../setup/test-browser.ts'

type Visit = TestIdentity['visit']

/** Goes to a provider to sign in. @returns what it sends the browser back with */
export async function goToSignIn(
  browser: TestBrowser,
  visit: Visit,
  provider: ProviderName,
  who: Visitor,
  query = '',
): Promise<Record<string, string>> {
  const begun = await browser.get(`/login/with/${provider}${query}`, { headers: { host: 'profil.test' } })
  return visit(String(begun.headers.location), who)
}

/** Goes to a provider to link. @returns what it sends the browser back with */
export async function goToLink(
  browser: TestBrowser,
  visit: Visit,
  own: string,
  provider: ProviderName,
  who: Visitor,
): Promise<Record<string, string>> {
  const begun = await browser.post(`${own}/extern-auth-service/${provider}`, { json: { locale: 'sk' } })
  if (begun.statusCode !== 200) throw new Error(`Linking was not begun: ${begun.body}`)
  return visit(begun.json<{ redirect_url: string }>().redirect_url, who)
}

/** Comes back from a provider. */
export const comeBack = (
  browser: TestBrowser,
  provider: ProviderName,
  answer: Record<string, string>,
): Promise<LightMyRequestResponse> =>
  browser.get(`/login/with/${provider}/callback?${new URLSearchParams(answer).toString()}`)

/** The redirect of an answer, and the outcome in its address. */
export function outcomeIn(answer: LightMyRequestResponse) {
  const { pathname, searchParams, hash } = new URL(String(answer.headers.location))
  return { page: pathname + hash, outcome: searchParams.get('outcome'), url: searchParams.get('url') }
}
