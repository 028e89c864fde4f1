import { type APIRequest, type APIRequestContext, expect, type Page } from '@playwright/test'
import { demoReader, siteOrigin } from '../fixtures.ts'

type Access = { id: number; email: string; state: string; activation_url: string | null }

/**
 * An administrator who works beside the page, in a browser of their own.
 *
 * @param who a reader, or a situation of the demo
 */
export async function administratorBeside(
  { request }: { request: APIRequest },
  page: Page,
  who: 'company-admin' | 'family' | { email: string; password: string },
) {
  const { email, password } = typeof who === 'string' ? await demoReader(page, who) : who
  const origin = siteOrigin()
  const api = await request.newContext({ baseURL: origin, extraHTTPHeaders: { origin } })
  const signedIn = await api.post('/login', { data: { email, password } })
  expect(signedIn.ok(), 'the administrator signs in').toBe(true)
  const path = await accessesPath(api)
  const post = async (url: string, data?: object) => {
    const answer = await api.post(url, data === undefined ? {} : { data })
    expect(answer.ok(), `POST ${url} answers ${answer.status()}`).toBe(true)
    return answer.json() as Promise<unknown>
  }
  return {
    email,
    /** Gives a place to an address. */
    add: async (address: string): Promise<Access> => {
      const added = (await post(path, { email: address })) as { results: { access: Access }[] }
      const access = added.results[0]?.access
      if (!access) throw new Error('No access was added')
      return access
    },
    /** Ends an access, so that its seat is free for other tests. */
    deactivate: async ({ id }: Pick<Access, 'id'>): Promise<void> => {
      await post(`${path}/${id}/deactivate`)
    },
    close: () => api.dispose(),
  }
}

async function accessesPath(api: APIRequestContext): Promise<string> {
  const { cookies } = await api.storageState()
  const own = `/rest/api/prv/v1/users/${cookies.find(({ name }) => name === 'ppi')?.value}`
  const answer = await api.get(`${own}/companies`)
  const { items } = (await answer.json()) as { items: { subscription_id: number }[] }
  return `${own}/companies/${items[0]?.subscription_id}/accesses`
}
