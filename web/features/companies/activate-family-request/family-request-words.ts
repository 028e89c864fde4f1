import type { FamilyRequest } from '#contract/companies/family-requests.ts'
import type { MessageOf } from '#locales/values-of.ts'
import { giverValues } from '#web/lib/reader/giver-values.ts'
import { formatDate, formatLastDay } from '#web/lib/texts/format.ts'
import { translate } from '#web/lib/texts/i18n.ts'

/** Sentence: what an invitation gives, from whom and until when. */
export function leadOf(
  invitation: FamilyRequest,
  nowMs: number,
): MessageOf<`invitation.lead${'' | '_later'}.${FamilyRequest['kind']}`> {
  const { kind } = invitation
  const id = isLater(invitation, nowMs)
    ? (`invitation.lead_later.${kind}` as const)
    : (`invitation.lead.${kind}` as const)
  return { id, values: { ...giverValues(invitation.from), ...periodValues(invitation) } }
}

/** What the reader has now. */
export const doneText = (invitation: FamilyRequest, nowMs: number): string =>
  translate(
    isLater(invitation, nowMs) ? 'invitation.done_later' : 'invitation.done',
    periodValues(invitation),
  )

const isLater = ({ period }: FamilyRequest, nowMs: number): boolean => Date.parse(period.from) > nowMs

/** The product's name counts all seats; one seat is named by its group. */
const periodValues = ({ group, period }: FamilyRequest) => ({
  group: translate(`subscriptions.group.${group}`),
  since: formatDate(period.from),
  until: formatLastDay(period.to),
})
