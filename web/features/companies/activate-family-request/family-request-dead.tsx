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
  family_request_not_found: 'invitation.unknown',
  family_code_expired: 'invitation.dead',
  family_request_one_per_user: 'invitation.have_already',
  family_request_self_use_forbidden: 'invitation.own',
} as const satisfies Record<FamilyRequestFault, string>

/** Why the invitation can't be accepted, and what to do (R8.08). */
export function FamilyRequestDead({ fault }: { fault: FamilyRequestFault }) {
  const t = useT()
  return <OfferDead key={fault} title={t(texts[fault])} lead={t(`${texts[fault]}_lead`)} />
}
