import type { SharedSubscription } from '#contract/companies/companies.ts'
import { AccessManager } from './access-manager.tsx'
import { ChooseSubscription, useChosen } from './choose-subscription.tsx'
import { CompanyDocuments } from './company-documents.tsx'
import { SeatOffers } from './list-seat-offers/seat-offers.tsx'

/** An administrator's tools for one company subscription, chosen by the address. */
export function CompanyAccesses({ all, mayBuy }: { all: readonly SharedSubscription[]; mayBuy: boolean }) {
  const shared = useChosen(all)
  if (!shared) return null
  const id = shared.subscription_id
  return (
    <>
      <ChooseSubscription all={all} chosen={shared} />
      <AccessManager key={id} shared={shared}>
        {mayBuy && <SeatOffers shared={shared} />}
        <CompanyDocuments subscriptionId={id} />
      </AccessManager>
    </>
  )
}
