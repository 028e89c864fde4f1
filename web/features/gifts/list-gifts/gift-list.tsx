import { lazy, Suspense } from 'react'
import { listGifts } from '#contract/gifts/gifts.ts'
import { Awaited } from '#web/blocks/awaited.tsx'
import { useEndpoint } from '#web/lib/call/use-endpoint.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { RowList } from '#web/ui/row-list.tsx'
import { Section } from '#web/ui/section.tsx'

/** Lazy: few readers give. */
const GiftRow = lazy(async () => ({ default: (await import('./gift-row.tsx')).GiftRow }))

/** Gifts from the reader and their states (R9.02); nothing when there are none. */
export default function GiftList() {
  const t = useT()
  const query = useEndpoint(listGifts, { params: useOwnParams() })
  const { data, isError } = query
  if (data ? data.items.length === 0 : !isError) return null
  return (
    <Section id="darceky" title={t('gifts.title')}>
      {data ? (
        <Suspense>
          <RowList>
            {data.items.map(gift => (
              <GiftRow key={gift.id} gift={gift} />
            ))}
          </RowList>
        </Suspense>
      ) : (
        <Awaited query={query} shape="rows" />
      )}
    </Section>
  )
}
