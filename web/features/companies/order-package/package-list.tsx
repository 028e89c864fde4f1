import type { Product } from '#contract/orders/products.ts'
import { UnlockedRows } from '#web/blocks/unlocked-rows.tsx'
import { useLocation } from '#web/lib/navigation/navigation.ts'
import { runtimeConfig } from '#web/lib/runtime-config.ts'
import { formatMoney } from '#web/lib/texts/format.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { RichText } from '#web/lib/texts/rich-text.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Section } from '#web/ui/section.tsx'
import { netPrice, packageName, vatPart } from '../list-seat-offers/package-words.ts'
import { orderingAddress } from './order-address.ts'
import styles from './package-list.module.css'

/** Packages for companies, with prices with and without VAT, and what they unlock for each person (R1.22). */
export function PackageList({ packages }: { packages: readonly Product[] }) {
  const t = useT()
  const { search } = useLocation()
  const address = runtimeConfig().services_email
  const [first] = packages
  return (
    <>
      <Section title={t('companies.packages')}>
        <ul role="list" className={styles.packages}>
          {packages.map(each => (
            <li key={each.code} className={styles.package}>
              <Heading level={3} look="part">
                {packageName(each.seats)}
              </Heading>
              <p>
                <b className={styles.price}>{formatMoney(each.price)}</b>
                <span className={styles.quiet}>
                  {t('companies.net', { net: netPrice(each), vat: vatPart(each) })}
                </span>
                {each.seats > 1 && (
                  <span className={styles.quiet}>
                    {t('companies.per_person', {
                      price: formatMoney({
                        ...each.price,
                        amount: Math.round(each.price.amount / each.seats),
                      }),
                    })}
                  </span>
                )}
              </p>
              <ButtonLink href={orderingAddress({ code: each.code }, search)}>
                <RichText id="companies.order" values={{ package: packageName(each.seats) }} />
              </ButtonLink>
            </li>
          ))}
        </ul>
        <p className={styles.help}>
          <RichText id="companies.help" values={{ address }} links={{ email: `mailto:${address}` }} />
        </p>
      </Section>
      {first && (
        <Section title={t('companies.unlocks')}>
          <UnlockedRows given={[first]} />
        </Section>
      )}
    </>
  )
}
