import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { testOrigin } from './test-app.ts'

type Sent = {
  json?: unknown
  form?: Record<string, string>
  headers?: Record<string, string>
  /** Another origin than our own; null for a request without one. */
  origin?: string | null
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

type Cookie = { value: string; path: string }

/** A browser as the server sees it: keeps cookies, sends them to their hosts, and sets `Origin`. */
export type TestBrowser = {
  readonly cookies: Map<string, Cookie>
  get(url: string, sent?: Sent): Promise<LightMyRequestResponse>
  post(url: string, sent?: Sent): Promise<LightMyRequestResponse>
  put(url: string, sent?: Sent): Promise<LightMyRequestResponse>
  patch(url: string, sent?: Sent): Promise<LightMyRequestResponse>
  delete(url: string, sent?: Sent): Promise<LightMyRequestResponse>
  /** Another tab, or a thief: the same cookies from now on kept apart. */
  copy(): TestBrowser
  signIn(email: string, password?: string): Promise<LightMyRequestResponse>
}

/** Password of the readers that tests make. */
export const testPassword = 'Heslo-1234'

/**
 * @param ip address that the server sees; limits by address count each one apart
 */
export function openBrowser(
  app: FastifyInstance,
  ip = '127.0.0.1',
  cookies = new Map<string, Cookie>(),
): TestBrowser {
  const request = async (method: Method, url: string, sent: Sent) => {
    const origin = sent.origin === undefined ? testOrigin : sent.origin
    const body = bodyOf(sent)
    const response = await app.inject({
      method,
      url,
      remoteAddress: ip,
      headers: {
        ...(method === 'GET' || origin === null ? {} : { origin }),
        ...body.headers,
        ...sent.headers,
        cookie: cookieHeader(cookies, url),
      },
      ...(body.payload === undefined ? {} : { payload: body.payload }),
    })
    keepCookies(cookies, response)
    return response
  }
  const browser: TestBrowser = {
    cookies,
    get: (url, sent = {}) => request('GET', url, sent),
    post: (url, sent = {}) => request('POST', url, sent),
    put: (url, sent = {}) => request('PUT', url, sent),
    patch: (url, sent = {}) => request('PATCH', url, sent),
    delete: (url, sent = {}) => request('DELETE', url, sent),
    copy: () => openBrowser(app, ip, new Map(cookies)),
    signIn: (email, password = testPassword) => browser.post('/login', { json: { email, password } }),
  }
  return browser
}

function bodyOf({ json, form }: Sent): { payload?: string; headers: Record<string, string> } {
  if (json !== undefined) {
    return { payload: JSON.stringify(json), headers: { 'content-type': 'application/json' } }
  }
  if (form === undefined) return { headers: {} }
  return {
    payload: new URLSearchParams(form).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  }
}

const cookieHeader = (cookies: Map<string, Cookie>, url: string): string =>
  [...cookies]
    .filter(([, { path }]) => path === '/' || url.startsWith(path))
    .map(([name, { value }]) => `${name}=${value}`)
    .join('; ')

function keepCookies(cookies: Map<string, Cookie>, response: LightMyRequestResponse): void {
  for (const { name, value, path = '/', expires } of response.cookies) {
    if (expires && expires.getTime() < Date.now()) cookies.delete(name)
    else cookies.set(name, { value, path })
  }
}
