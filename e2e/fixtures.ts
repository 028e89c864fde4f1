import dns from 'node:dns'
import { test as base, expect, type Page } from '@playwright/test'
import { skipLink } from './axe/by-keyboard.ts'
import { findWithAxe } from './axe/find-with-axe.ts'

export { expect } from '@playwright/test'

/**
 * Tag of tests that run with a host of its own for account area, login, layout and flags, which is the harder case: those
 * whose way leads over several of them.
 */
export const onSeveralOrigins = { tag: '@origins' }

/** Tag of the few of them that run on one origin too. */
export const onAllOrigins = { tag: '@all-origins' }

// Requests outside the browser use the system's resolver, and not every system resolves names under `localhost`
// (RFC 6761).
const { lookup } = dns.promises
Object.assign(dns.promises, {
  lookup: (name: string, options: object) =>
    lookup(name.endsWith('.localhost') ? '127.0.0.1' : name, options),
})

type Fixtures = {
  /**
   * Counts what the reader presses from the first page on: the pointer anywhere, Enter, and Space outside of a
   * text. Typing, Tab, arrows and the way past the menu do not count.
   */
  presses: Presses
  /** Fails on anything that axe finds on the page as it stands; the dark theme is judged page by page (e2e/gallery). */
  axe: () => Promise<void>
  /**
   * Expects a failed call that the test provokes: the browser logs every 4xx and 5xx, every failed connection
   * and every violation of the content security policy to its console, and an unexpected entry there fails the
   * test.
   */
  expectRefusal: (what: number | keyof typeof notes) => void
}

const notes = {
  offline: 'net::ERR_INTERNET_DISCONNECTED',
  'no answer': 'net::ERR_FAILED',
  policy: 'Content Security Policy',
}

type Options = {
  /** State of the marketing consent in this browser: `refused`, or not asked yet. */
  marketing: 'refused' | 'not asked'
}

type Presses = {
  /** Resets the count. */
  restart: () => void
  /** Fails unless the count is this. */
  expect: (count: number) => Promise<void>
}

type Watched = { consoleErrors: string[]; announced: Set<number | keyof typeof notes> }

/** A browser test: an unexpected error in the console fails it. */
export const test = base.extend<Fixtures & Options & { watched: Watched }>({
  marketing: ['refused', { option: true }],

  // Playwright reads the needed fixtures from the parameter: none.
  // oxlint-disable-next-line no-empty-pattern
  watched: async ({}, provide) => {
    const watched: Watched = { consoleErrors: [], announced: new Set() }
    await provide(watched)
    const refusals = [...watched.announced].map(what =>
      typeof what === 'number' ? `responded with a status of ${what} ` : notes[what],
    )
    const unannounced = watched.consoleErrors.filter(text => !refusals.some(part => text.includes(part)))
    expect(unannounced, 'errors in the console').toEqual([])
  },

  // Every test has its own IP address, as if through a proxy, so that rate limits of tests do not add up.
  // oxlint-disable-next-line no-empty-pattern
  extraHTTPHeaders: async ({}, provide) => {
    const part = () => Math.floor(Math.random() * 256)
    await provide({ 'x-forwarded-for': `10.${part()}.${part()}.${part()}` })
  },

  context: async ({ context, marketing }, provide) => {
    if (marketing === 'refused') await context.addInitScript(refuseMarketing, new Date().toISOString())
    await provide(context)
  },

  page: async ({ page, watched: { consoleErrors } }, provide) => {
    page.on('console', message => {
      if (message.type() === 'error') consoleErrors.push(`${message.text()} (${message.location().url})`)
    })
    page.on('pageerror', error => consoleErrors.push(String(error)))
    await provide(page)
    // What a page still asks when its test is over, e.g. by polling, is not a fault of the test that answers it, nor what the
    // server then says to a call that the test has held back.
    page.removeAllListeners('console')
    if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' })
  },

  presses: async ({ context }, provide) => {
    let count = 0
    await context.exposeBinding('countPress', () => {
      count += 1
    })
    await context.addInitScript(skipLink => {
      const press = () => Reflect.get(window, 'countPress')()
      addEventListener('pointerdown', press, true)
      addEventListener(
        'keydown',
        ({ key, repeat, target }) => {
          const writes =
            target instanceof HTMLElement && target.matches('textarea, input:not([type="checkbox"])')
          if (target instanceof Element && target.matches(skipLink)) return
          if (!repeat && (key === 'Enter' || (key === ' ' && !writes))) press()
        },
        true,
      )
    }, skipLink)
    await provide({
      restart: () => {
        count = 0
      },
      expect: expected => expect.poll(() => count, { message: 'presses' }).toBe(expected),
    })
  },

  expectRefusal: async ({ watched }, provide) => {
    await provide(what => void watched.announced.add(what))
  },

  axe: async ({ page }, provide) => {
    await provide(async () => {
      expect(await findWithAxe(page), 'axe').toEqual([])
    })
  },
})

/** Runs in each page before anything else: stores a refusal of the demo's marketing service. */
function refuseMarketing(decidedAt: string): void {
  const refusal = { version: 1, host: '127.0.0.1', marketing: false, decided_at: decidedAt }
  try {
    localStorage.setItem('profil_consent', JSON.stringify(refusal))
  } catch {
    // A page without storage asks nothing either.
  }
}

export type DemoReader = { situation: string; name: string; email: string; password: string }

/** The demo reader in a situation, e.g. `premium-card`. */
export async function demoReader(page: Page, situation: string): Promise<DemoReader> {
  const answer = await page.request.get('/demo/readers.json')
  const { items } = (await answer.json()) as { items: DemoReader[] }
  const reader = items.find(each => each.situation === situation)
  if (!reader) throw new Error(`The demo publisher has no reader in the situation ${situation}`)
  return reader
}

/** Signs the page's browser in as a demo reader, past the screens of the login. */
export async function signIn(page: Page, situation: string): Promise<DemoReader> {
  const reader = await demoReader(page, situation)
  await signInAs(page, reader)
  return reader
}

/** Signs the page's browser in as anybody, past the screens of the login. */
export async function signInAs(page: Page, reader: { email: string; password: string }): Promise<void> {
  const { email, password } = reader
  await post(page, '/login', { data: { email, password } })
}

export type Mail = { id: string; to: string; subject: string; text: string; html: string; sent_at: string }

/** Waits for a mail. @param which a part of its text; of several such mails the newest */
export async function mailTo(page: Page, to: string, which: string | RegExp): Promise<Mail> {
  let found: Mail | undefined
  await expect(async () => {
    const answer = await page.request.get('/demo/mailbox.json', { params: { to } })
    const { items } = (await answer.json()) as { items: Mail[] }
    found = items.find(mail => mail.text.search(which) >= 0)
    expect(found, `a mail to ${to} with ${which}`).toBeDefined()
  }).toPass({ timeout: 10_000 })
  if (!found) throw new Error('There is no such mail')
  return found
}

/** The link of a mail that leads to a page of the login, as a whole address. */
export function linkIn(mail: Mail, path: string): string {
  const link = mail.text.match(/https?:\/\/\S+/g)?.find(each => new URL(each).pathname.startsWith(path))
  if (!link) throw new Error(`The mail has no link to ${path}`)
  return link
}

/** On /predplatne, what is folded under the first subscription's acts. */
export const moreOptions = (page: Page) =>
  page
    .getByRole('main')
    .locator('summary')
    .filter({ hasText: /^(Ďalšie možnosti|More options)$/ })
    .first()

/** An address that no other test uses. */
export const newAddress = (name: string): string => `${name}.${crypto.randomUUID().slice(0, 8)}@example.com`

/**
 * Makes a reader of the test's own with an activated account. The browser is signed out afterwards.
 *
 * @returns e-mail and password
 */
export async function newReader(page: Page, name: string): Promise<{ email: string; password: string }> {
  const email = newAddress(name)
  const password = 'Nove-heslo-1'
  await register(page, email)
  const link = linkIn(await mailTo(page, email, '/login/activate/'), '/login/activate/')
  await post(page, new URL(link).pathname, { data: { plain_password: password } })
  await post(page, '/logout', {})
  return { email, password }
}

/** Asks that the account signed in be deleted, past the screens of the settings. */
export async function askForDeletion(page: Page): Promise<void> {
  const id = (await page.context().cookies()).find(({ name }) => name === 'ppi')?.value
  await post(page, `/rest/api/prv/v1/users/${id}/anonymization`, {})
}

/** Asks for an account, past the screens of the login. */
export async function register(page: Page, email: string): Promise<void> {
  const answer = await page.request.get(apiAddress('/get-csrf-token/registration'))
  const { token } = (await answer.json()) as { token: string }
  await post(page, '/registration', { form: { email, _token: token } })
}

/** Ends the session in the page's browser only. The page is left first: what it still asks for would be refused. */
export async function forgetSession(page: Page): Promise<void> {
  await page.goto('about:blank')
  await page.context().clearCookies()
}

async function post(page: Page, path: string, body: { data?: unknown; form?: Record<string, string> }) {
  // The CSRF check requires the site's own origin.
  const headers = { origin: siteOrigin() }
  const answer = await page.request.post(apiAddress(path), { ...body, headers })
  expect(answer.ok(), `POST ${path} answers ${answer.status()}`).toBe(true)
}

/** Sets a cookie on the domain that the pages use: the base domain, or their one host. */
export async function setCookie(page: Page, name: string, value: string): Promise<void> {
  const domain = configured('COOKIE_DOMAIN')
  const place = domain === undefined ? { url: siteOrigin() } : { domain: `.${domain}`, path: '/' }
  await page.context().addCookies([{ name, value, ...place }])
}

/** Address of an API call: at the central login. */
export const apiAddress = (path: string): string => (configured('LOGIN_URL') ?? siteOrigin()) + path

/** Environment of the server under test, where it has several origins. */
export function configured(name: 'LOGIN_URL' | 'CONTENT_URL' | 'FEATURES_URL' | 'COOKIE_DOMAIN') {
  const value: unknown = base.info().project.metadata[name]
  return typeof value === 'string' ? value : undefined
}

/** Origin of the account area under test. */
export function siteOrigin(): string {
  const { baseURL } = base.info().project.use
  if (!baseURL) throw new Error('The configuration of the browser tests names no baseURL')
  return baseURL
}
