import type { Unsubscription } from '#contract/newsletters/unsubscribe.ts'
import { formatDate } from '#web/lib/format.ts'
import { intlLocale, translate } from '#web/lib/i18n.ts'
import { listTitles } from '../list-titles.ts'

type Told =
  | { state: 'on' | 'off' | 'snoozed'; answer: string; detail: string }
  /** Signed off long ago, or elsewhere: there is nothing to do by this link. */
  | { state: 'nothing' }

/**
 * How things stand, in a sentence, and what follows from it. Of several newsletters, what still comes is told
 * first: that is what the link is for.
 *
 * @param acted whether the reader has pressed a button since the page was opened
 */
export function describeUnsubscription({ newsletters }: Unsubscription, acted: boolean): Told {
  const coming = newsletters.filter(each => each.state === 'on' && each.snoozed_until === null)
  if (coming.length > 0) {
    const titles = listTitles(coming, intlLocale())
    return acted
      ? tell('on', 'unsubscribe.resumed_answer', 'unsubscribe.resumed_then', { titles })
      : tell('on', 'unsubscribe.answer', 'unsubscribe.then', { titles })
  }
  const snoozed = newsletters.filter(each => each.state === 'on')
  if (snoozed.length > 0) {
    const date = formatDate(
      snoozed
        .flatMap(each => each.snoozed_until ?? [])
        .toSorted()
        .at(-1) ?? '',
    )
    const titles = listTitles(snoozed, intlLocale())
    return tell('snoozed', 'unsubscribe.snoozed_answer', 'unsubscribe.snoozed_then', { titles, date })
  }
  const left = newsletters.filter(each => each.can_undo)
  if (left.length === 0) return { state: 'nothing' }
  return tell('off', 'unsubscribe.done_answer', 'unsubscribe.done_then', {
    titles: listTitles(left, intlLocale()),
  })
}

type Keys = Parameters<typeof translate>[0]

const tell = (
  state: 'on' | 'off' | 'snoozed',
  answer: Keys,
  detail: Keys,
  values: Record<string, string>,
): Told => ({ state, answer: translate(answer, values), detail: translate(detail) })
