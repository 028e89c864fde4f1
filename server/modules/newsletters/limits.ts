import type { Limit } from '#server/platform/rate-limiter.ts'

const hourS = 3600

/** Mails that anybody may have sent to any address: few to one address, some from one place. */
export const newsletterMailLimits = {
  byEmail: {
    name: 'newsletter-mail-by-email',
    points: 3,
    windowS: hourS,
    refusal: 'too_many_newsletter_emails',
  },
  byAddress: { name: 'newsletter-mail-by-address', points: 20, windowS: hourS },
} as const satisfies Record<string, Limit>

export const leavingReasonLimit: Limit = { name: 'newsletter-leaving-reason', points: 3, windowS: 24 * hourS }
