import type { User } from '#contract/identity/identity.ts'
import { formatDate } from '#web/lib/texts/format.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { DataList } from '#web/ui/data-list.tsx'

/** Who the account belongs to and since when; which account is the main one and what is joined to it (R1.18). */
export function AccountFacts({ user }: { user: User }) {
  const t = useT()
  const { main, linked } = user.accounts
  const named = ({ id, email }: { id: number; email: string }) =>
    id === user.id ? `${email} (${t('account.this').replaceAll(' ', '\u00a0')})` : email
  return (
    <DataList
      items={[
        { name: t('account.email'), value: user.email },
        { name: t('account.registered'), value: formatDate(user.registered_at) },
        { name: t('account.main'), value: linked.length > 0 && named(main) },
        {
          name: t('account.linked'),
          value: linked.length > 0 && linked.map(account => <div key={account.id}>{named(account)}</div>),
        },
      ].filter(item => item.value !== false)}
    />
  )
}
