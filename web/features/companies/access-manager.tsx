import { type ReactNode, useRef } from 'react'
import { addAccesses, type SharedSubscription } from '#contract/companies/companies.ts'
import { Awaited } from '#web/blocks/awaited.tsx'
import { call } from '#web/lib/call/api.ts'
import { leadFocus } from '#web/lib/forms/lead-focus.ts'
import { useSubmission } from '#web/lib/forms/use-submission.ts'
import { useProfile } from '#web/lib/reader/profile.ts'
import { formatNumber } from '#web/lib/texts/format.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { RichText } from '#web/lib/texts/rich-text.tsx'
import { showToast } from '#web/ui/announcer.tsx'
import { Button } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Answer } from '#web/ui/heading.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Problems } from '#web/ui/problems.tsx'
import { Section } from '#web/ui/section.tsx'
import styles from './access-manager.module.css'
import { AddMany } from './add-accesses/add-many.tsx'
import { AddOne } from './add-accesses/add-one.tsx'
import { AccessTable } from './list-accesses/access-table.tsx'
import { useAccessList } from './list-accesses/use-access-list.ts'
import { sharedValues } from './shared-words.ts'
import { refreshAccesses, useSharedParams } from './use-shared.ts'

type AccessManagerProps = {
  shared: SharedSubscription
  /** Stands after the list. */
  children?: ReactNode
}

/** The accesses of one subscription: free seats, the list, and forms to add more (R1.16, R3.09). */
export function AccessManager({ shared, children }: AccessManagerProps) {
  const t = useT()
  const people = useRef<HTMLDivElement>(null)
  const list = useAccessList(shared.subscription_id)
  const data = list.pages.data?.pages[0]
  const isFamily = shared.kind === 'family'
  const seats = data ?? shared
  const free = Math.max(0, seats.seats - seats.used)
  const isOver = shared.state === 'inactive'
  return (
    <>
      {!isOver && <Answer>{t(isFamily ? 'companies.family_left' : 'companies.left', { free })}</Answer>}
      <p className={styles.period}>
        {isFamily && !isOver ? (
          t('companies.family_period', sharedValues(shared))
        ) : (
          <RichText id={`companies.period.${shared.state}`} values={sharedValues(shared)} />
        )}
      </p>
      <p className={styles.seats}>
        {t(isFamily ? 'companies.seats.family' : 'companies.seats', {
          used: formatNumber(seats.used),
          seats: formatNumber(seats.seats),
        })}{' '}
        <b>{t('companies.seats_free', { free: formatNumber(free) })}</b>
      </p>
      {!isOver && (
        <Section title={t(isFamily ? 'companies.add.family' : 'companies.add')}>
          <AddOne subscriptionId={shared.subscription_id} kind={shared.kind} />
          {!isFamily && (
            <div className={styles.many}>
              <Disclosure summary={t('companies.many')}>
                <AddMany subscriptionId={shared.subscription_id} />
              </Disclosure>
            </div>
          )}
        </Section>
      )}
      <Section title={t(isFamily ? 'companies.people.family' : 'companies.people')}>
        {data && (
          <div ref={people} tabIndex={-1}>
            {!isFamily && !isOver && (
              <OwnAccess
                shared={shared}
                hasOwn={data.has_own}
                free={free}
                // The pressed button is gone: focus moves to the list.
                onTaken={() => leadFocus(people.current)}
              />
            )}
            <AccessTable subscriptionId={shared.subscription_id} list={list} kind={shared.kind} />
          </div>
        )}
        {!data && <Awaited query={list.pages} shape="rows" />}
      </Section>
      {children}
    </>
  )
}

type OwnAccessProps = {
  shared: SharedSubscription
  hasOwn: boolean
  free: number
  onTaken: () => void
}

/** Button for an administrator to take an access too, since managing alone gives none. */
function OwnAccess({ shared, hasOwn, free, onTaken }: OwnAccessProps) {
  const t = useT()
  const { email } = useProfile()
  const params = useSharedParams(shared.subscription_id)
  const taking = useSubmission([], async () => {
    try {
      await call(addAccesses, { params, body: { email } })
    } finally {
      await refreshAccesses()
    }
    showToast(t('companies.own_taken'))
    onTaken()
  })
  if (free === 0 || hasOwn) return null
  return (
    <div className={styles.own}>
      <Notice tone="info" live={false}>
        <p>{t('companies.not_reading')}</p>
        <Problems texts={taking.problems} />
        <Button variant="quiet" busy={taking.busy} onClick={taking.onSubmit}>
          {t('companies.take_own')}
        </Button>
      </Notice>
    </div>
  )
}
