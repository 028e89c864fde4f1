import type { Access, SharedSubscription } from '#contract/companies/companies.ts'
import type { MessageKey } from '#locales/message-values.ts'
import { formatDate, formatLastDay } from '#web/lib/texts/format.ts'
import { translate } from '#web/lib/texts/i18n.ts'

/** Spaces inside `s. r. o.` and `a. s.`, to be no-break spaces. */
const betweenInitials = /(?<=\s\p{L}\.) (?=\p{L}\.)/gu

/** Values for sentences about a shared subscription; named by its product without a company's name. */
export const sharedValues = ({ name, type, period }: SharedSubscription) => ({
  name: name === null ? translate('companies.people') : name.replaceAll(betweenInitials, '\u00a0'),
  type: type.name,
  from: formatDate(period.from),
  until: formatLastDay(period.to),
})

/** Whether an access can be given back, also before it ends; not where it is nobody's any more. */
export const mayReturn = ({ state, erased }: Pick<Access, 'state' | 'erased'>): boolean =>
  (state === 'deactivated' || state === 'ending') && !erased

/**
 * Texts for ending an access: a company deactivates it; in a family a pending invitation is cancelled, and an
 * active access removed.
 */
export function endWords(
  kind: SharedSubscription['kind'],
  { active_from: acceptedAt }: Pick<Access, 'active_from'>,
) {
  if (kind === 'company') return companyWords
  return acceptedAt === null ? familyRequestWords : familyWords
}

type EndWords = Record<
  'act' | 'title' | 'confirm' | 'done' | 'ended' | 'give' | 'givenOn' | 'state',
  MessageKey
>

const companyWords = {
  act: 'companies.deactivate',
  title: 'companies.deactivate_title',
  confirm: 'companies.deactivate_confirm',
  done: 'companies.deactivated',
  ended: 'companies.deactivate_ended',
  give: 'companies.add_submit',
  givenOn: 'companies.given_on',
  state: 'companies.state.deactivated',
} as const satisfies EndWords

const familyWords = {
  act: 'companies.take_away',
  title: 'companies.take_away_title',
  confirm: 'companies.take_away_confirm',
  done: 'companies.taken_away',
  ended: 'companies.take_away_ended',
  give: 'companies.add_submit.family',
  givenOn: 'companies.taken_and_given_on',
  state: 'companies.state.taken_away',
} as const satisfies EndWords

const familyRequestWords = {
  act: 'companies.cancel',
  title: 'companies.cancel_title',
  confirm: 'companies.cancel_confirm',
  done: 'companies.cancelled',
  ended: 'companies.cancel_ended',
  give: 'companies.add_submit.family',
  givenOn: 'companies.cancelled_and_given_on',
  state: 'companies.state.cancelled',
} as const satisfies EndWords
