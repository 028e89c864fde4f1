import type { Limit } from '#server/platform/rate-limiter.ts'

const hourS = 3600
const quarterS = 900

/** Sign-ins that fail; one that succeeds is given back. */
export const signInLimits = {
  byEmail: { name: 'sign-in-by-email', points: 10, windowS: quarterS },
  byAddress: { name: 'sign-in-by-address', points: 50, windowS: quarterS },
} as const satisfies Record<string, Limit>

export const usernameCheckLimit: Limit = { name: 'username-check', points: 30, windowS: quarterS }

export const registrationLimits = {
  byEmail: { name: 'registration-by-email', points: 5, windowS: hourS },
  byAddress: { name: 'registration-by-address', points: 20, windowS: hourS },
} as const satisfies Record<string, Limit>

export const newPasswordLimits = {
  byEmail: { name: 'new-password-by-email', points: 3, windowS: hourS },
  byAddress: { name: 'new-password-by-address', points: 20, windowS: hourS },
} as const satisfies Record<string, Limit>

/** Journeys to providers of accounts, to sign in or to link. */
export const providerStartLimit: Limit = { name: 'provider-start', points: 60, windowS: quarterS }

/** What comes back from a journey is taken once, by whichever process: the window is as long as a journey may last. */
export const providerOnceLimit: Limit = {
  name: 'provider-once',
  points: 1,
  windowS: quarterS,
  refusal: 'link_failed',
}

/** A token that Google handed to a page signs in once; none of them lives longer than the window. */
export const handedTokenLimit: Limit = {
  name: 'handed-token',
  points: 1,
  windowS: hourS,
  refusal: 'link_failed',
}

/** A code of Subscribe with Google is exchanged once; the window outlasts its life. */
export const swgCodeOnceLimit: Limit = { name: 'swg-code', points: 1, windowS: quarterS }

/** Wrong present passwords in a change of the password; a right one is given back. */
export const passwordChangeLimit: Limit = { name: 'password-change', points: 10, windowS: quarterS }

export const activationEmailLimit: Limit = {
  name: 'activation-email',
  points: 3,
  windowS: hourS,
  refusal: 'too_many_activation_emails',
}
