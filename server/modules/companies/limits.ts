import type { Limit } from '#server/platform/rate-limiter.ts'

/** Mails with the link of one access. */
export const linkMailLimit: Limit = {
  name: 'access-link',
  points: 5,
  windowS: 3600,
  refusal: 'too_many_access_mails',
}

/** Invitations of one address to one subscription in one day, however often its access is given and ended. */
export const invitationsADay = 5
