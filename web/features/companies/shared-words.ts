import type { SharedSubscription } from '#contract/companies/companies.ts'
import { formatDate } from '#web/lib/format.ts'
import { translate } from '#web/lib/i18n.ts'

/** The day before an instant from which on something no longer works. */
export const lastDayBefore = (instant: string): string =>
  formatDate(new Date(Date.parse(instant) - 1).toISOString())

/** The spaces inside `s. r. o.` and `a. s.`, where a line must not break. */
const betweenInitials = /(?<=\s\p{L}\.) (?=\p{L}\.)/gu

/** What sentences about a shared subscription mention; without a company's name it is called by its product. */
export const sharedValues = ({ name, type, period }: SharedSubscription) => ({
  name: name === null ? translate('companies.people') : name.replaceAll(betweenInitials, '\u00a0'),
  type: type.name,
  from: formatDate(period.from),
  until: lastDayBefore(period.to),
})
