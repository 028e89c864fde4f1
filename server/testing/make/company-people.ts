import type { Activity } from '#contract/activity/activity.ts'
import type { Access, AddedAccess } from '#contract/companies/companies.ts'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import type { TestApp } from '../setup/test-app.ts'
import { makeSharedSubscription } from './shared-subscription.ts'
import { makeSignedIn } from './signed-in.ts'

export type Added = { seats: number; used: number; results: AddedAccess[] }
export type Listed = { seats: number; used: number; items: Access[] }
let people = 0

/** A new e-mail address. */
export const somebody = () => `kolega-${people++}@firma.example`

/** Why a call was refused. */
export const keyOf = (answer: { json: () => unknown }) =>
  (answer.json() as { errors: { key: string }[] }).errors[0]?.key

/** The code in the link to an access. */
export const codeOf = (access: Access | null | undefined) => access?.activation_url?.split('/').at(-1) ?? ''

/** Somebody who is signed in and may take an access. */
export async function signInSomebody(server: TestApp) {
  const { browser, own, ...reader } = await makeSignedIn(server)
  return {
    id: reader.id,
    email: reader.email,
    browser,
    own,
    take: (code: string) => browser.post(`${own}/family-requests/${code}/activation`),
    subscriptions: async () =>
      (await browser.get(`${own}/subscriptions`)).json<{ items: Subscription[] }>().items,
    activity: async () =>
      (await browser.get(`${own}/activity`))
        .json<{ items: Activity[] }>()
        .items.filter(({ kind }) => kind.startsWith('access'))
        .map(({ kind, details }) => [kind, details]),
  }
}

/** An administrator with a subscription of so many seats. */
export async function administer(
  server: TestApp,
  given: Partial<Parameters<typeof makeSharedSubscription>[1]> = {},
) {
  const reader = await signInSomebody(server)
  const subscription = await makeSharedSubscription(server.deps, { userId: reader.id, ...given })
  const path = `${reader.own}/companies/${subscription.id}/accesses`
  const act = (id: number, what: string) => reader.browser.post(`${path}/${id}/${what}`)
  return {
    ...reader,
    subscription,
    path,
    add: (json: object) => reader.browser.post(path, { json }),
    addOne: async (email = somebody()) => {
      const added = (await reader.browser.post(path, { json: { email } })).json<Added>()
      const access = added.results[0]?.access
      if (!access) throw new Error('The access was not added')
      return access
    },
    list: async () => (await reader.browser.get(path)).json<Listed>(),
    deactivate: (id: number) => act(id, 'deactivate'),
    activate: (id: number) => act(id, 'activate'),
    send: (id: number) => act(id, 'send-link'),
  }
}
