import { OfferDead } from '#web/blocks/offer-ends.tsx'
import { useT } from '#web/lib/texts/i18n.ts'

/** Reasons why an invitation can't be accepted that have a screen of their own. */
export const familyRequestFaults = [
  'family_request_not_found',
  'family_code_expired',
  'family_request_one_per_user',
  'family_request_self_use_forbidden',
] as const
export type FamilyRequestFault = (typeof familyRequestFaults)[number]

const texts = {
  family_request_not_found: { title: 'invitation.unknown', lead: 'invitation.unknown_lead' },
  family_code_expired: { title: 'invitation.dead', lead: 'invitation.dead_lead' },
  family_request_one_per_user: { title: 'invitation.have_already', lead: 'invitation.have_already_lead' },
  family_request_self_use_forbidden: { title: 'invitation.own', lead: 'invitation.own_lead' },
} as const satisfies Record<FamilyRequestFault, { title: string; lead: string }>

/** Why the invitation can't be accepted, and what to do (R8.08). */
export function FamilyRequestDead({ fault }: { fault: FamilyRequestFault }) {
  const t = useT()
  const { title, lead } = texts[fault]
  return <OfferDead key={fault} title={t(title)} lead={t(lead)} />
}
