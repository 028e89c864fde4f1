import type { Access } from '#contract/companies/companies.ts'
import { dayOf } from '#web/lib/texts/format.ts'
import { translate } from '#web/lib/texts/i18n.ts'

/** Characters that begin a formula in spreadsheets. */
const formula = /^[=+\-@\t\r]/

/** A cell of a CSV file. Formula injection is prevented by an apostrophe, which makes the cell a text. */
export function csvCell(text: string): string {
  const harmless = formula.test(text) ? `'${text}` : text
  return /[";\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/**
 * The list of accesses as a CSV file, which spreadsheets open as a table: UTF-8 with a byte order mark,
 * separated by semicolons.
 */
export function accessesCsv(accesses: readonly Access[]): string {
  const head = [
    translate('companies.column.email'),
    translate('companies.csv.state'),
    translate('companies.csv.invited'),
    translate('companies.csv.active_from'),
    translate('companies.csv.reader'),
    translate('companies.csv.deactivated'),
    translate('companies.csv.link'),
  ]
  const rows = accesses.map(access => [
    access.email,
    translate(
      access.state === 'deactivated' ? 'companies.csv.deactivated_state' : `companies.csv.${access.state}`,
    ),
    dayOf(access.invited_at),
    dayIfAny(access.active_from),
    access.reader_email ?? '',
    dayIfAny(access.deactivated_at),
    access.activation_url ?? '',
  ])
  return `\ufeff${[head, ...rows].map(row => `${row.map(csvCell).join(';')}\r\n`).join('')}`
}

const dayIfAny = (instant: string | null): string => (instant === null ? '' : dayOf(instant))
