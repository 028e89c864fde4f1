import type { SharedSubscription } from '#contract/companies/companies.ts'
import { listSeatOffers, type SeatOffer } from '#contract/companies/seats-and-documents.ts'
import { Awaited } from '#web/blocks/awaited.tsx'
import { useEndpoint } from '#web/lib/call/use-endpoint.ts'
import { formatDate, formatLastDay, formatMoney } from '#web/lib/texts/format.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { RichText } from '#web/lib/texts/rich-text.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Row, RowList } from '#web/ui/row-list.tsx'
import { Section } from '#web/ui/section.tsx'
import { orderingAddress } from '../order-package/order-address.ts'
import { useSharedParams } from '../use-shared.ts'
import { netPrice, packageName } from './package-words.ts'

/** Offers for more seats and for renewal, each with today's price. */
export function SeatOffers({ shared }: { shared: SharedSubscription }) {
  const t = useT()
  const id = shared.subscription_id
  const query = useEndpoint(listSeatOffers, { params: useSharedParams(id) })
  const { data } = query
  const rows = (offers: readonly SeatOffer[], act: 'add_seats' | 'renew') => (
    <RowList>
      {offers.map(offer => (
        <Row
          key={offer.product.code}
          detail={`${formatMoney(offer.price)}, ${t('companies.price_net', { net: netPrice(offer) })}`}
          action={
            <ButtonLink variant="quiet" href={orderingAddress({ code: offer.product.code, act, id })}>
              <RichText
                id={act === 'renew' ? 'companies.buy_renewal' : 'companies.buy_more'}
                values={{ package: packageName(offer.seats) }}
              />
            </ButtonLink>
          }
        >
          {packageName(offer.seats)}
        </Row>
      ))}
    </RowList>
  )
  if (!data) {
    return (
      <Section title={t('companies.more')}>
        <Awaited query={query} shape="rows" />
      </Section>
    )
  }
  const isOver = shared.state === 'inactive'
  return (
    <>
      {data.more.length > 0 && (
        <Section
          title={t('companies.more')}
          hint={t('companies.more_hint', { until: formatLastDay(data.more[0]?.until ?? '') })}
        >
          {rows(data.more, 'add_seats')}
        </Section>
      )}
      <Section
        title={t('companies.renewal')}
        hint={t(isOver ? 'companies.renewal_hint_ended' : 'companies.renewal_hint')}
      >
        {data.renewal.length > 0 ? (
          rows(data.renewal, 'renew')
        ) : (
          <p>{t('companies.renewal_from', { date: formatDate(data.renewal_from) })}</p>
        )}
      </Section>
    </>
  )
}
