import { startIdentityService } from '#server/demo/identity/start-identity-service.ts'
import { identityProviders } from '#server/gateways/identity-providers/identity-providers.ts'

/** A visitor's account at a provider, or a refusal there. */
export type Visitor = { email: string; verified: boolean } | 'refuses'

/**
 * The demo's identity providers on loopback, with the adapters that speak with them, and what somebody does on their
 * page.
 *
 * @param loginOrigin where browsers are sent back to
 */
export async function startTestIdentity(loginOrigin: string) {
  const service = await startIdentityService({ port: 0, loginOrigin })
  return {
    providers: identityProviders(service.clients),
    clients: service.clients,
    visit: visitIdentityPage,
    stop: service.stop,
  }
}
export type TestIdentity = Awaited<ReturnType<typeof startTestIdentity>>

/**
 * Does what somebody does on the page of a demo provider.
 *
 * @param address to which the browser was sent
 * @returns what it is sent back with
 */
export async function visitIdentityPage(address: string, who: Visitor): Promise<Record<string, string>> {
  const page = await (await fetch(address)).text()
  const form = fieldsOf(page)
  const decision =
    who === 'refuses'
      ? { decision: 'cancel' }
      : { decision: 'typed', email: who.email, ...(who.verified ? { verified: 'yes' } : {}) }
  const action = /<form method="post" action="([^"]+)"/.exec(page)?.[1] ?? ''
  const answer = await fetch(new URL(action, address), {
    method: 'POST',
    body: new URLSearchParams({ ...form, ...decision }),
    redirect: 'manual',
  })
  const location = answer.headers.get('location')
  // Apple's answer is a form.
  return location === null
    ? fieldsOf(await answer.text())
    : Object.fromEntries(new URL(location).searchParams)
}

/** The hidden fields of a page's form. */
export const fieldsOf = (html: string): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')],
    ),
  )
