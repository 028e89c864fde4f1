import type { Unsubscription } from '#contract/newsletters/unsubscribe.ts'
import type { MessageKey } from '#locales/message-values.ts'
import type { ValuesArgument } from '#locales/values-of.ts'
import { formatDate } from '#web/lib/texts/format.ts'
import { intlLocale, type PlainMessageKey, translate } from '#web/lib/texts/i18n.ts'
import { listTitles } from '../list-titles.ts'

type UnsubscriptionText =
  | { state: 'on' | 'off' | 'snoozed'; answer: string; detail: string }
  /** Unsubscribed long ago, or elsewhere: nothing to do. */
  | { state: 'nothing' }

/**
 * Describes the state in a sentence with details. Of several newsletters, those still active come first: that
 * is what the link is for.
 *
 * @param acted whether the reader has pressed a button since the page was opened
 */
export function describeUnsubscription(
  { newsletters, paused_until: pausedUntil }: Unsubscription,
  acted: boolean,
): UnsubscriptionText {
  const coming = newsletters.filter(each => each.state === 'on' && each.snoozed_until === null)
  if (coming.length > 0) {
    const titles = listTitles(coming, intlLocale())
    if (acted && pausedUntil !== null) {
      return {
        state: 'on',
        answer: translate('unsubscribe.kept_answer', { titles }),
        detail: translate('unsubscribe.kept_then', { date: formatDate(pausedUntil) }),
      }
    }
    return acted
      ? tell('on', 'unsubscribe.resumed_then', 'unsubscribe.resumed_answer', { titles })
      : tell('on', 'unsubscribe.then', 'unsubscribe.answer', { titles })
  }
  const snoozed = newsletters.filter(each => each.state === 'on')
  if (snoozed.length > 0) {
    const date = formatDate(
      snoozed
        .flatMap(each => each.snoozed_until ?? [])
        .concat(pausedUntil ?? [])
        .toSorted()
        .at(-1) ?? '',
    )
    const titles = listTitles(snoozed, intlLocale())
    return tell('snoozed', 'unsubscribe.snoozed_then', 'unsubscribe.snoozed_answer', {
      titles,
      date,
      count: snoozed.length,
    })
  }
  const left = newsletters.filter(each => each.can_undo)
  if (left.length === 0) return { state: 'nothing' }
  return tell('off', 'unsubscribe.done_then', 'unsubscribe.done_answer', {
    titles: listTitles(left, intlLocale()),
    count: left.length,
  })
}

const tell = <Answer extends MessageKey>(
  state: 'on' | 'off' | 'snoozed',
  detail: PlainMessageKey,
  answer: Answer,
  ...values: ValuesArgument<Answer>
): UnsubscriptionText => ({ state, answer: translate(answer, ...values), detail: translate(detail) })
