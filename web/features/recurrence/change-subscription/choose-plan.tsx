import type { ReactNode } from 'react'
import type { Change, Changes } from '#contract/recurrence/change-subscription.ts'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { addressWith } from '#web/lib/navigation/navigation.ts'
import { formatDate, formatLastDay, formatMoney } from '#web/lib/texts/format.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { RichText } from '#web/lib/texts/rich-text.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Statement } from '../of-subscription.tsx'
import styles from './change-subscription.module.css'
import { byNearness, differences, monthlyText, priceText } from './plan-words.ts'
import UndoChange from './undo-change.tsx'

/** Query parameter: code of the product that was chosen. */
export const chosen = 'na'

/** All that a subscription can be changed for, as cards, the present one first, then by nearness; each tells only its difference. */
export function ChoosePlan({ changes, subscription }: { changes: Changes; subscription: Subscription }) {
  const t = useT()
  const { present, items } = changes
  const planned = subscription.recurrence.planned_change
  return (
    <>
      <Statement
        title={t('change.title', {
          name: present.type.name,
          price: priceText(present),
          end: formatLastDay(present.paid_until),
        })}
        text={
          planned
            ? t('change.planned', { name: planned.type.name, from: formatDate(planned.begins_at) })
            : t(items.length > 0 ? 'change.text' : 'change.nothing')
        }
      >
        {planned && <UndoChange subscription={subscription} />}
      </Statement>
      <ul role="list" className={styles.plans}>
        <Plan plan={present} mark={t('change.present')} />
        {byNearness(items, present)
          .filter(each => each.type.code !== planned?.type.code)
          .map(each => (
            <Plan key={each.type.code} plan={each}>
              <Differences change={each} present={present} />
              <p className={styles.when}>
                {each.kind === 'at_once'
                  ? t('change.card_at_once', { today: formatMoney(each.today) })
                  : t('change.card_at_end', { from: formatDate(each.begins_at) })}
              </p>
              <ButtonLink href={addressWith({ [chosen]: each.type.code })}>
                <RichText id="change.choose" values={{ name: each.type.name }} />
              </ButtonLink>
            </Plan>
          ))}
      </ul>
    </>
  )
}

type PlanProps = { plan: Changes['present'] | Change; mark?: string; children?: ReactNode }

function Plan({ plan, mark, children }: PlanProps) {
  const monthly = monthlyText(plan)
  return (
    <li className={styles.plan}>
      {mark && <p className={styles.mark}>{mark}</p>}
      <Heading level={3} look="part">
        {plan.type.name}
      </Heading>
      <p className={styles.price}>
        <b>{priceText(plan)}</b>
        {monthly && <span className={styles.monthly}>{monthly}</span>}
      </p>
      {children}
    </li>
  )
}

function Differences({ change, present }: { change: Change; present: Changes['present'] }) {
  const t = useT()
  const { lost, gained } = differences(change, present)
  return (
    <p className={styles.differences}>
      {lost.length > 0 && <span>{t('change.lost', { list: lost.join('\u00a0· ') })}</span>}
      {gained.length > 0 && <span>{t('change.gained', { list: gained.join('\u00a0· ') })}</span>}
    </p>
  )
}
