import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Email, freeText, requiredText } from '../wire.ts'

/** Rules of a mailed sign-in link and its code, used for both texts and checks. */
export const signInLinkRules = { digits: 6, lifeMinutes: 10, tries: 5 } as const

const login = { tag: 'Central login', access: 'public' } as const

export const requestSignInLink = endpoint({
  ...login,
  method: 'POST',
  path: '/login/sign-in-link',
  summary:
    'Mail a link and a code that sign in the browser that asks; the answer is the same for every address',
  staysIn: 'maintenance',
  body: z.strictObject({
    email: Email,
    remember: z.optional(z.boolean()),
    /** Where to go on; followed to sites of the publisher only. */
    url: z.optional(freeText(2000)),
  }),
  success: { status: 202 },
  refusals: ['too_many_requests'],
})

/** Refusals of a link, as the page of one that was used without scripts is told. */
export const signInLinkRefusals = [
  'sign_in_link_invalid',
  'sign_in_link_expired',
  'sign_in_link_elsewhere',
  'link_blocked',
  'too_many_requests',
] as const

export const signInByLink = endpoint({
  ...login,
  method: 'POST',
  path: '/login/sign-in/:token',
  summary:
    'Sign in by a mailed link, once, in the browser that asked; a form (`Accept: text/html`) is led on',
  staysIn: 'maintenance',
  // Whatever a mail program has made of it: its page, which may have no scripts, says that it is invalid.
  params: z.object({ token: z.string().check(z.regex(/^[\s\S]{1,300}$/, 'invalid_input')) }),
  query: z.object({ url: z.optional(freeText(2000)) }),
  success: { status: 204 },
  otherAnswers: [{ status: 303 }],
  refusals: signInLinkRefusals,
})

export const signInByCode = endpoint({
  ...login,
  method: 'POST',
  path: '/login/sign-in-code',
  summary: 'Sign in by the code of a mailed link, in the browser that asked; five tries',
  staysIn: 'maintenance',
  body: z.strictObject({ code: requiredText(100) }),
  success: { status: 204 },
  refusals: ['control_code_invalid', 'control_code_expired', 'link_blocked', 'too_many_requests'],
})
