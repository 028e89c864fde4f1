import type { Page } from '@playwright/test'
import { expect } from '../fixtures.ts'
import { signInOnce } from './sign-in-once.ts'
import type { State } from './state.ts'

type Settings = {
  language?: 'sk' | 'en'
  expectRefusal: (status: number | 'no answer') => void
}

/** Opens a page in a state and waits until it is stable. */
export async function openState(page: Page, state: State, { language = 'sk', expectRefusal }: Settings) {
  if (state.refusal !== undefined) expectRefusal(state.refusal)
  if (state.reader !== undefined) await signInOnce(page, state.reader)
  const unasked = new Set(state.provoked?.filter(({ method }) => method === 'GET'))
  for (const provoked of state.provoked ?? []) {
    const { url, method, answer, refusal } = provoked
    if (refusal !== undefined) expectRefusal(refusal)
    await page.route(url, (route, request) => {
      if (method !== undefined && request.method() !== method) return route.fallback()
      unasked.delete(provoked)
      return answer(route)
    })
  }
  if (unasked.size > 0) await page.addInitScript(askAgain)
  await page.addInitScript(readIn, language)
  await page.goto(state.path)
  await settle(page, state)
  // A call that was never made shows another state than the name says.
  if (/loading|failed/.test(state.name))
    await expect.poll(() => [...unasked].map(({ url }) => url)).toEqual([])
  if (!state.act) return
  await state.act(page)
  await settle(page, state)
}

/** Everything has loaded: the page, the publisher's blocks, the font. */
export async function settle(page: Page, state: Pick<State, 'path' | 'loading' | 'bare'>): Promise<void> {
  await expect(page.locator('h1').first()).toBeVisible({ timeout: 15_000 })
  const coming = page.getByText(/^(Načítavame|Loading)…$/)
  if (state.loading) await expect(coming.first()).toBeAttached()
  // A failed call is retried before the page shows it.
  else await expect(coming).toHaveCount(0, { timeout: 20_000 })
  if (!state.bare && !/^\/(login|obchod)\b/.test(state.path)) {
    for (const name of [/^(Ďalšie naše weby|Our other sites)$/, /^(O Denníku|About Denník)$/]) {
      await expect(page.getByRole('navigation', { name, includeHidden: true })).toBeAttached()
    }
  }
  // Pages of the login are painted before their scripts have come.
  // A captcha is never done with the network.
  const isLogin = /^\/(login|obchod)\b/.test(state.path) && !(await page.locator('dialog iframe').count())
  if (!state.loading && isLogin) await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.fonts.ready)
}

/** Runs in the page: the answer that comes inside it is left out, so that its call is made, and provoked. */
function askAgain(): void {
  let started: object | undefined
  Object.defineProperty(window, 'profilStart', {
    get: () => started,
    set: (given: { calls: object }) => {
      started = { ...given, calls: {} }
    },
  })
}

/**
 * Runs in the page: overrides the reader's language without changing the account, which other pictures share.
 */
function readIn(language: string): void {
  localStorage.setItem('profil_language', language)
  const own = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie')
  if (!own || language === 'sk') return
  const withLanguage = (payload: string) => {
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    const changed = btoa(JSON.stringify({ ...(claims as object), loc: language }))
    return changed.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
  }
  Object.defineProperty(document, 'cookie', {
    ...own,
    get: () => String(own.get?.call(document)).replace(/(?<=\bppp=[\w-]+\.)[\w-]+/, withLanguage),
  })
}
