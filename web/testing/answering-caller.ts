import { vi } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { createCall } from '#web/lib/call/request.ts'

/** A read of a reader’s own. */
export const things = endpoint({
  method: 'GET',
  path: '/things/:userId',
  summary: '',
  tag: '',
  access: 'reader',
  params: z.object({ userId: z.string() }),
  query: z.object({ q: z.optional(z.string()) }),
  success: { status: 200, body: z.object({ count: z.int() }) },
})
/** A public write as JSON. */
export const save = endpoint({
  method: 'PATCH',
  path: '/things',
  summary: '',
  tag: '',
  access: 'public',
  body: z.object({ name: z.string() }),
  success: { status: 204 },
})
/** A form of the login. */
export const sendForm = endpoint({
  method: 'POST',
  path: '/username_check',
  summary: '',
  tag: '',
  access: 'public',
  bodyType: 'form',
  body: z.object({ username: z.string(), 'g-recaptcha-response': z.optional(z.string()) }),
  success: { status: 200, body: z.object({}) },
})

type Answer = () => Response | Promise<Response>

/** `call` over answers given in turn, of which the last one stays. */
export function caller(answers: Answer[], over: Partial<Parameters<typeof createCall>[0]> = {}) {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => {
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    if (!answer) throw new Error('no answer left')
    return answer()
  })
  const log = vi.fn()
  const onSessionLost = vi.fn()
  const askProof = vi.fn(async (): Promise<string | undefined> => undefined)
  const refresh = vi.fn(async () => {})
  const call = createCall({
    fetch,
    origin: 'https://login.example.com',
    locale: () => 'en',
    userKnown: Promise.resolve(),
    session: { freshPayload: () => undefined, userId: () => 7, refresh },
    isOnline: () => true,
    log,
    onSessionLost,
    askProof,
    ...over,
  })
  return { call, askProof, fetch, log, refresh, onSessionLost }
}

/** An answer as JSON. */
export const json =
  (body: unknown, status = 200, headers = {}) =>
  () =>
    Response.json(body, { status, headers })
/** What `things` is asked with. */
export const own = { params: { userId: '7' }, query: {} }
