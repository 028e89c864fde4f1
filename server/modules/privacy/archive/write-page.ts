import * as z from 'zod'
import type { Locale } from '#contract/wire.ts'
import { sayAnswers } from '#server/modules/subscriptions/index.ts'
import { escapeHtml } from '#server/platform/formats/escape-html.ts'
import { formatDay, formatTime } from '#server/platform/texts/format.ts'
import { say } from '#server/platform/texts/messages.ts'
import { type ArchivedList, archivedLists } from './archived-lists.ts'
import { type ArchivedRow, namesOf } from './read-list.ts'
import { sayActivity, sayHeading, sayLabel, sayValue } from './say-value.ts'

const Answers = z.record(z.string(), z.array(z.string()))
type ReadList = (list: ArchivedList) => AsyncIterable<ArchivedRow[]>

/** Lists of more columns are told row by row: such a table would be wider than a page. */
const widestTable = 6

const style = `
:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere; }
h2 { margin: 2.5rem 0 .5rem; border-top: 1px solid; padding-top: .75rem; font-size: 1.25rem; }
table { border-collapse: collapse; width: 100%; min-width: 34rem; }
th, td { text-align: start; vertical-align: top; padding: .25rem 1rem .25rem 0; border-bottom: 1px solid #8888; }
td { white-space: pre-wrap; }
dl { display: grid; grid-template-columns: fit-content(40%) minmax(0, 1fr); gap: .125rem 1rem; margin: 0 0 1rem; padding-bottom: 1rem; border-bottom: 1px solid #8888; }
dt { font-weight: 600; } dd { margin: 0; white-space: pre-wrap; }
.table { overflow-x: auto; overflow-wrap: normal; }
@media (max-width: 30rem) { dl { grid-template-columns: minmax(0, 1fr); } }`

/**
 * The archive for the reader: one page that needs no network and no script (GDPR, article 12: concise, intelligible,
 * easily accessible). Lists without rows are named at its end.
 *
 * @returns pieces of the file
 */
export async function* writePage(
  read: ReadList,
  about: { locale: Locale; email: string; madeAt: Temporal.Instant; privacyUrl: string },
): AsyncGenerator<string> {
  const { locale, madeAt } = about
  const time = { day: formatDay(locale, madeAt), time: formatTime(locale, madeAt) }
  const title = escapeHtml(say(locale, 'archive.title'))
  yield `<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<style>${style}
</style></head><body><main>
<h1>${title}</h1>
<p>${escapeHtml(say(locale, 'archive.lead', { email: about.email, ...time }))}</p>
<p>${escapeHtml(say(locale, 'archive.files'))}</p>
<p>${escapeHtml(say(locale, 'archive.left_out'))}</p>
<p><a href="${escapeHtml(about.privacyUrl)}">${escapeHtml(say(locale, 'archive.privacy'))}</a></p>
`
  const empty: string[] = []
  for (const list of archivedLists) {
    const heading = sayHeading(locale, list)
    let isEmpty = true
    const isTable = list.columns.length <= widestTable
    for await (const rows of read(list)) {
      if (isEmpty) yield `<h2>${escapeHtml(heading)}</h2>\n${isTable ? tableStart(locale, list) : ''}`
      isEmpty = false
      yield rows.map(row => (isTable ? tableRow : entry)(locale, list, row)).join('')
    }
    if (isEmpty) empty.push(heading)
    else if (isTable) yield '</tbody></table></div>\n'
  }
  yield `<h2>${escapeHtml(say(locale, 'archive.empty'))}</h2>
<ul>${empty.map(heading => `<li>${escapeHtml(heading)}</li>`).join('')}</ul>
</main></body></html>
`
}

/** What an entry of the log and the number of a document say, too. */
const unshown = new Set(['details', 'year', 'serial'])
/** Columns of the page. */
const shown = (list: ArchivedList) => namesOf(list).filter(name => !unshown.has(name))

const cell = (locale: Locale, list: ArchivedList, row: ArchivedRow, name: string): string => {
  if (list.name === 'documents' && name === 'number') {
    const number = escapeHtml(String(row['number']))
    return `<a href="documents/${number}.pdf">${number}</a>`
  }
  if (name === 'answers') return escapeHtml(sayAnswers(locale, Answers.parse(row[name])))
  if (list.name === 'activity_log' && name === 'kind') return escapeHtml(sayActivity(locale, row))
  return escapeHtml(sayValue(locale, name, row[name]))
}

const tableStart = (locale: Locale, list: ArchivedList) =>
  `<div class="table" role="region" tabindex="0" aria-label="${escapeHtml(sayHeading(locale, list))}"><table><thead><tr>${shown(
    list,
  )
    .map(name => `<th scope="col">${escapeHtml(sayLabel(locale, name))}</th>`)
    .join('')}</tr></thead><tbody>\n`

const tableRow = (locale: Locale, list: ArchivedList, row: ArchivedRow) =>
  `<tr>${shown(list)
    .map(name => `<td>${cell(locale, list, row, name) || '–'}</td>`)
    .join('')}</tr>\n`

const entry = (locale: Locale, list: ArchivedList, row: ArchivedRow) =>
  `<dl>${shown(list)
    .map(name => ({ name, said: cell(locale, list, row, name) }))
    .filter(({ said }) => said !== '')
    .map(({ name, said }) => `<dt>${escapeHtml(sayLabel(locale, name))}</dt><dd>${said}</dd>`)
    .join('')}</dl>\n`
