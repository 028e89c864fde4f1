import type { RuntimeConfig } from '#contract/config/runtime-config.ts'
import type { User } from '#contract/identity/identity.ts'
import { type Unlocking, unlockedAccess } from '#web/lib/reader/unlocked-access.ts'
import { runtimeConfig } from '#web/lib/runtime-config.ts'
import { say } from '#web/lib/texts/i18n.ts'
import { Row, RowList } from '#web/ui/row-list.tsx'
import { TextLink } from '#web/ui/text-link.tsx'

type UnlockedRowsProps = {
  given: readonly Unlocking[]
  user?: User | undefined
  /** Whether they are the reader's own, and so lead to what is unlocked. */
  own?: boolean
}

type Place = keyof NonNullable<RuntimeConfig['unlocked_urls']>

/** Where the rights are used that are used elsewhere. */
const places: Partial<Record<ReturnType<typeof unlockedAccess>[number]['id'], Place>> = {
  'subscriptions.access.dennik': 'pdf',
  'subscriptions.access.ebooks': 'ebooks',
  'subscriptions.access.ebooks_left': 'ebooks',
  'subscriptions.access.mobile': 'app',
  'subscriptions.access.forum': 'discussions',
  'subscriptions.access.blog_and_forum': 'discussions',
}

/** What subscriptions unlock together, a row each; with the reader's counts where the reader is given. */
export function UnlockedRows({ given, user, own = false }: UnlockedRowsProps) {
  const urls = own ? runtimeConfig().unlocked_urls : undefined
  return (
    <RowList columns={2}>
      {unlockedAccess(given, user).map(right => (
        <Row key={right.id}>{linked(right)}</Row>
      ))}
    </RowList>
  )

  function linked(right: ReturnType<typeof unlockedAccess>[number]) {
    const place = places[right.id]
    const href = place && urls?.[place]
    if (href === undefined) return say(right)
    return <TextLink href={href}>{say(place === 'pdf' ? { id: 'subscriptions.today_pdf' } : right)}</TextLink>
  }
}
