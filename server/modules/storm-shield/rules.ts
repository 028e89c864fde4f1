import type { Endpoint } from '#contract/endpoint.ts'
import { changeUser } from '#contract/identity/change-user.ts'
import { linkExternAuthService, unlinkExternAuthService } from '#contract/identity/extern-auth-services.ts'
import { checkUsername, register, requestNewPassword, signIn } from '#contract/identity/identity.ts'
import { requestManageLink, requestSignup, requestSignups } from '#contract/newsletters/newsletters.ts'
import { removePhone } from '#contract/phone/phone.ts'
import { requestAnonymization } from '#contract/privacy/anonymization.ts'
import type { Limit } from '#server/platform/rate-limiter.ts'

/** What is unusual about a call, how it is known, and what is asked for then. */
export type Rule = {
  calls: readonly Endpoint[]
  /** Which of their bodies it concerns; all when not given. */
  concerns?: (body: unknown) => boolean
  when:
    | { is: 'new_country' }
    | { is: 'new_browser' }
    /** The sign-in was so long ago that somebody else may sit there now. */
    | { is: 'old_sign_in'; minutes: number }
    /** More than so many; `counts` says which calls do, `by` for whom. */
    | { is: 'too_many'; limit: Limit; counts: 'all' | 'refused' | 'missed'; by: 'address' | 'email' }
  asks: 'captcha' | 'password' | 'email_code'
}

const quarterS = 900
const hourS = 3600

/** The language is no harm to anybody, and turning copies of notices off is told to the reader by mail. */
const isMoreThanChoice = (body: unknown) =>
  typeof body === 'object' && body !== null && !('locale_code' in body) && !('notice_copies' in body)
/** What somebody with a stolen session or password would change first. */
const sensitive = [
  changeUser,
  removePhone,
  linkExternAuthService,
  unlinkExternAuthService,
  requestAnonymization,
]
const newsletterMails = [requestSignup, requestSignups, requestManageLink]

const tooMany = (name: string, points: number, windowS: number): Limit => ({
  name: `storm-${name}`,
  points,
  windowS,
})

/** All that counts as unusual (R5.10), in the order in which it is looked at: what asks for more comes first. */
export const rules: readonly Rule[] = [
  { calls: sensitive, concerns: isMoreThanChoice, when: { is: 'new_country' }, asks: 'email_code' },
  { calls: sensitive, concerns: isMoreThanChoice, when: { is: 'new_browser' }, asks: 'email_code' },
  { calls: [requestAnonymization], when: { is: 'old_sign_in', minutes: 15 }, asks: 'password' },
  {
    calls: [signIn],
    when: { is: 'too_many', limit: tooMany('sign-in', 5, quarterS), counts: 'refused', by: 'email' },
    asks: 'captcha',
  },
  {
    calls: [checkUsername],
    when: { is: 'too_many', limit: tooMany('username-check', 5, quarterS), counts: 'missed', by: 'address' },
    asks: 'captcha',
  },
  {
    calls: [register],
    when: { is: 'too_many', limit: tooMany('registration', 10, hourS), counts: 'all', by: 'address' },
    asks: 'captcha',
  },
  {
    calls: [requestNewPassword],
    when: { is: 'too_many', limit: tooMany('new-password', 5, hourS), counts: 'all', by: 'address' },
    asks: 'captcha',
  },
  {
    calls: newsletterMails,
    when: { is: 'too_many', limit: tooMany('newsletter-mail', 5, hourS), counts: 'all', by: 'address' },
    asks: 'captcha',
  },
]
