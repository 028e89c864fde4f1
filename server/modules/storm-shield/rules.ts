import { addDocumentRecipient } from '#contract/companies/company-documents.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { writeToHelpDesk } from '#contract/help/write-to-help-desk.ts'
import { checkUsername, register, requestNewPassword, signIn } from '#contract/identity/central-login.ts'
import { requestEmailChange } from '#contract/identity/change-email.ts'
import { changeUser } from '#contract/identity/change-user.ts'
import { linkExternAuthService, unlinkExternAuthService } from '#contract/identity/extern-auth-services.ts'
import { makeSwgAuthCode } from '#contract/identity/google.ts'
import { detachAccount } from '#contract/identity/linked-accounts.ts'
import { beginPasskey, removePasskey } from '#contract/identity/passkeys.ts'
import { requestSignInLink } from '#contract/identity/sign-in-link.ts'
import { requestManageLink, requestSignup, requestSignups } from '#contract/newsletters/newsletters.ts'
import { removePhone } from '#contract/phone/phone.ts'
import { requestAnonymization } from '#contract/privacy/anonymization.ts'
import { requestDataArchive } from '#contract/privacy/data-archive.ts'
import { withdrawByNumber } from '#contract/withdrawals/withdrawals.ts'
import type { Limit } from '#server/platform/limits/limit.ts'
import { limits } from '#server/platform/limits/limits.ts'

/** Rule: what is unusual about a call, how it is detected, and which proof is asked for. */
export type Rule = {
  calls: readonly Endpoint[]
  /** Filter on the request's body; all when not given. */
  concerns?: (body: unknown) => boolean
  when:
    | { is: 'new_country' }
    | { is: 'new_browser' }
    /** The sign-in is so old that another person may use the browser now (step-up authentication). */
    | { is: 'old_sign_in'; minutes: number }
    /** One of these rate limits is over its threshold for a captcha. */
    | { is: 'too_many'; limits: readonly Limit[] }
    /** The same, but in a browser that signed in to the account before, which has a count of its own. */
    | { is: 'too_many_elsewhere'; limits: readonly Limit[] }
  asks: 'captcha' | 'password' | 'email_code'
}

/** A change of language is harmless, and turning copies of notices off is told to the reader by mail. */
const isMoreThanChoice = (body: unknown) =>
  typeof body !== 'object' || body === null || !('locale_code' in body || 'notice_copies' in body)
/** What an attacker with a stolen session or password would change or take first, besides. */
const sensitive = [
  requestEmailChange,
  removePhone,
  linkExternAuthService,
  unlinkExternAuthService,
  makeSwgAuthCode,
  beginPasskey,
  removePasskey,
  detachAccount,
  requestAnonymization,
  requestDataArchive,
  addDocumentRecipient,
]
const newsletterMails = [requestSignup, requestSignups, requestManageLink]

/** All rules (R5.10), in matching order: the stronger proof first. */
export const rules: readonly Rule[] = [
  ...fromElsewhere({ is: 'new_country' }),
  ...fromElsewhere({ is: 'new_browser' }),
  {
    calls: [requestAnonymization, requestDataArchive, requestEmailChange],
    when: { is: 'old_sign_in', minutes: 15 },
    asks: 'password',
  },
  {
    calls: [signIn],
    when: { is: 'too_many_elsewhere', limits: [limits.signInByEmail, limits.signInByAddress] },
    asks: 'captcha',
  },
  {
    calls: [requestSignInLink],
    when: { is: 'too_many_elsewhere', limits: [limits.signInLinksByEmail, limits.signInLinksByAddress] },
    asks: 'captcha',
  },
  {
    calls: [checkUsername],
    when: { is: 'too_many_elsewhere', limits: [limits.usernameMisses, limits.usernameChecks] },
    asks: 'captcha',
  },
  captcha([register], [limits.registrationByAddress, limits.registrationByEmail]),
  captcha([requestNewPassword], [limits.newPasswordByAddress, limits.newPasswordByEmail]),
  captcha([withdrawByNumber], [limits.withdrawalsByAddress, limits.withdrawalsByEmail]),
  captcha([writeToHelpDesk], [limits.helpByAddress, limits.helpByEmail]),
  captcha(newsletterMails, [limits.newsletterMailsByAddress]),
]

/** Only of a call whose contract has a body may the body decide: nobody looks at what is sent along with the others. */
function fromElsewhere(when: Rule['when']): Rule[] {
  return [
    { calls: [changeUser], concerns: isMoreThanChoice, when, asks: 'email_code' },
    { calls: sensitive, when, asks: 'email_code' },
  ]
}

function captcha(calls: readonly Endpoint[], asking: readonly Limit[]): Rule {
  return { calls, when: { is: 'too_many', limits: asking }, asks: 'captcha' }
}
