import type { User } from '#contract/identity/identity.ts'
import { formatDate } from '#web/lib/texts/format.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { DataList } from '#web/ui/data-list.tsx'

/** E-mail and name of the account, and when it was created. */
export function AccountFacts({ user }: { user: User }) {
  const t = useT()
  return (
    <DataList
      items={[
        { name: t('account.email'), value: user.email },
        { name: t('account.name'), value: user.name ?? t('account.no_name') },
        { name: t('account.registered'), value: formatDate(user.registered_at) },
      ]}
    />
  )
}
