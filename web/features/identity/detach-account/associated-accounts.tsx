import type { User } from '#contract/identity/identity.ts'
import { detachAccount } from '#contract/identity/linked-accounts.ts'
import { ConfirmedAct } from '#web/blocks/confirmed-act.tsx'
import { call } from '#web/lib/call/api.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { RichText } from '#web/lib/texts/rich-text.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Row, RowList } from '#web/ui/row-list.tsx'

type AssociatedAccountsProps = {
  user: User
  /** Called with the confirmation's text. */
  onDetached: (told: string) => Promise<void>
}

/**
 * The reader's main account and those linked to it (R1.18); the main one can remove any, each can leave
 * (R10.02).
 */
export function AssociatedAccounts({ user, onDetached }: AssociatedAccountsProps) {
  const t = useT()
  const { main, linked } = user.accounts
  const describe = (role: string, id: number) => (id === user.id ? `${role} · ${t('account.this')}` : role)
  return (
    <>
      <Heading level={3} look="part">
        {t('account.title')}
      </Heading>
      <p>{t('account.purpose')}</p>
      <RowList label={t('account.title')}>
        <Row detail={describe(t('account.main'), main.id)}>{main.email}</Row>
        {linked.map(account => (
          <Row
            key={account.id}
            detail={describe(t('account.linked'), account.id)}
            action={
              (user.id === main.id || user.id === account.id) && (
                <Detach account={account} isOwn={user.id === account.id} onDetached={onDetached} />
              )
            }
          >
            {account.email}
          </Row>
        ))}
      </RowList>
    </>
  )
}

type DetachProps = Pick<AssociatedAccountsProps, 'onDetached'> & {
  account: User['accounts']['main']
  /** The reader leaves the main account, rather than removing another one. */
  isOwn: boolean
}

function Detach({ account: { id, email }, isOwn, onDetached }: DetachProps) {
  const t = useT()
  const params = useOwnParams()
  const side = isOwn ? 'leave' : 'remove'
  return (
    <ConfirmedAct
      opener={{ children: <RichText id={`account.${side}`} values={{ email }} /> }}
      title={t(`account.${side}_title`, { email })}
      confirm={t('account.detach_confirm')}
      act={() => call(detachAccount, { params: { ...params, id: String(id) } })}
      onDone={() => onDetached(t('account.detached', { email }))}
    >
      <p>{t('account.detach_text', { email })}</p>
    </ConfirmedAct>
  )
}
