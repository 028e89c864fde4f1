import type { Page, Route } from '@playwright/test'

/** A mocked response of a call. */
export type Provoked = {
  url: string | RegExp
  /** Any, when not given. */
  method?: string
  answer: (route: Route) => Promise<void> | void
  /** The expected console entry. */
  refusal?: number | 'no answer'
}

/** One state of a screen: reader, address, mocked responses, and the actions that lead to it. */
export type State = {
  /** The screen it belongs to; name of the folder of its pictures. */
  screen: string
  name: string
  path: string
  /** Situation of a demo reader; a visitor when not given. */
  reader?: string
  provoked?: readonly Provoked[]
  /** Actions after the page has loaded; in Slovak. */
  act?: (page: Page) => Promise<unknown>
  /** Shown in every look, not on a phone and a desk only: for one state of each screen. */
  inEveryLook?: true
  /** A further expected console entry. */
  refusal?: number
  /** Shows the loading state. */
  loading?: true
  /** Space reserved for the publisher's blocks collapses, since none come. */
  givesWay?: true
  /** Stands outside the account area's frame: no header, no footer of the publisher. */
  bare?: true
  /** Shown by a browser without scripts. */
  withoutScripts?: true
}

/** States of one screen. */
export const screen = (name: string, states: readonly Omit<State, 'screen'>[]): readonly State[] =>
  states.map(state => ({ screen: name, ...state }))

/** A call that is never answered. */
export const waits = (url: Provoked['url'], method = 'GET'): Provoked => ({ url, method, answer: () => {} })

/** A call that fails as a broken server does. */
export const fails = (url: Provoked['url'], method = 'GET'): Provoked => refuses(url, method, 500)

/** A call that is refused. @param keys what is wrong, as the server names it */
export const refuses = (
  url: Provoked['url'],
  method: string,
  status: number,
  ...keys: (string | { key: string; field: string })[]
): Provoked => {
  const errors = keys.map(each => ({ message: '', ...(typeof each === 'string' ? { key: each } : each) }))
  return { url, method, refusal: status, answer: route => route.fulfill({ status, json: { errors } }) }
}

/** A call that is answered with this body, or with none. */
export const answers = (url: Provoked['url'], json: unknown, method = 'GET', status = 200): Provoked => ({
  url,
  method,
  answer: route => route.fulfill(json === undefined ? { status } : { status, json }),
})

/** A call whose answer of the server is changed on its way. */
export const alters = <Body>(url: Provoked['url'], change: (body: Body) => Body): Provoked => ({
  url,
  method: 'GET',
  answer: async route => {
    const response = await route.fetch()
    await route.fulfill({ response, json: change((await response.json()) as Body) })
  },
})
