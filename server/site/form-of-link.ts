import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readFamilyRequest } from '#contract/companies/family-requests.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { readGift } from '#contract/gifts/gift-offers.ts'
import { readLink } from '#contract/newsletters/mailed-links.ts'
import type { Locale } from '#contract/wire.ts'
import { escapeHtml } from '../platform/formats/escape-html.ts'
import type { Settings } from '../platform/settings.ts'
import { formatDay } from '../platform/texts/format.ts'
import { say, sayWith } from '../platform/texts/messages.ts'
import { refusalsOf } from './api-description/refusals.ts'
import { localeOf } from './first-view.ts'
import { type Act, actOf, fill, queryOf } from './links-without-scripts.ts'

type Read = (endpoint: Endpoint) => Promise<unknown>

/**
 * The document of a mailed link with what is read and done without scripts. Opening it changes nothing. Neither the token
 * nor anything typed is written into it.
 *
 * @param html as it was built
 */
export async function withForm(
  app: FastifyInstance,
  { origins }: Pick<Settings, 'origins'>,
  request: FastifyRequest,
  html: string,
): Promise<string> {
  const locale = localeOf(request, origins.login)
  const read: Read = async endpoint => {
    const headers = { host: new URL(origins.login).host, 'accept-language': locale }
    const answer = await app.inject({ url: fill(endpoint, request), headers, remoteAddress: request.ip })
    return answer.statusCode === 200 ? answer.json() : undefined
  }
  const act = actOf(request)
  const shown = act
    ? await formOf(act, locale, queryOf(request), read)
    : await offers[request.routeOptions.url ?? '']?.(read, locale)
  if (shown === undefined) return html
  return html
    .replace('<html lang="sk">', `<html lang="${locale}">`)
    .replace(/(?<=<noscript>).*?(?=<\/noscript>)/s, () => `${style}<main>${shown}</main>`)
}

/** With the pages' own, which names these measures. */
const style = `<style nonce="__CSP_NONCE__">
noscript main { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--space-4); max-width: 36rem; margin: 0 auto; padding: var(--space-6) var(--space-4) }
noscript h1 { font: 600 var(--text-answer) / 1.15 var(--serif); overflow-wrap: anywhere }
noscript :is(button, input) { max-width: 100%; min-height: 2.75rem; margin-top: var(--space-3); padding: 0 var(--space-4) }
</style>`

const titled = (title: string, ...texts: string[]): string =>
  [`<h1>${escapeHtml(title)}</h1>`, ...texts.map(text => `<p>${escapeHtml(text)}</p>`)].join('')

async function formOf(
  { name, does, choosesPassword }: Act,
  locale: Locale,
  query: URLSearchParams,
  read: Read,
): Promise<string | undefined> {
  const text = `rendered.link.${name}` as const
  if (query.get('outcome') === 'done')
    return titled(say(locale, `${text}_done`), say(locale, `${text}_done_lead`))
  const refused = query.get('refused')
  // A link that only manages newsletters has nothing to be confirmed.
  if (name === 'sign_up' && refused === null && (await isManaging(read))) return undefined
  const refusal =
    refused === null ? '' : `<p role="alert">${escapeHtml(refusalText(does, refused, locale))}</p>`
  const field = choosesPassword
    ? `<p><label for="plain_password">${escapeHtml(say(locale, 'rendered.link.password'))}</label></p>
<p id="rules">${escapeHtml(say(locale, 'rendered.link.password_rules'))}</p>
<p><input id="plain_password" name="plain_password" type="password" autocomplete="new-password" aria-describedby="rules" required></p>`
    : ''
  const button = `<p><button>${escapeHtml(say(locale, `${text}_submit`))}</button></p>`
  const form = `<form method="post" action="?form&amp;lang=${locale}">${refusal}${field}${button}</form>`
  return titled(say(locale, `${text}_title`), say(locale, `${text}_lead`)) + form
}

async function isManaging(read: Read): Promise<boolean> {
  const link = readLink.success.body.safeParse(await read(readLink))
  return link.success && link.data.waiting.length === 0
}

/** Whatever else went wrong has one general text. */
function refusalText(does: Endpoint, key: string, locale: Locale): string {
  const { input, others } = refusalsOf(does)
  const known = [...input, ...others].find(each => each === key)
  return sayWith(locale, `error.${known ?? 'internal_server_error'}`)
}

/** What is offered by a link, read without scripts; taking it needs a reader, and so scripts. */
const offers: Readonly<Record<string, (read: Read, locale: Locale) => Promise<string | undefined>>> = {
  '/login/gift/:token': async (read, locale) => {
    const gift = readGift.success.body.safeParse(await read(readGift))
    if (!gift.success) return undefined
    const { from, type, use_until: until } = gift.data
    const values = { hasFrom: from === null ? 'no' : 'yes', from: from ?? '', product: type.name } as const
    const date = formatDay(locale, lastDay(until))
    const takenBy = say(locale, 'rendered.link.gift_take', { date })
    return titled(
      say(locale, 'rendered.link.gift_title'),
      say(locale, 'rendered.link.gift_lead', values),
      takenBy,
    )
  },
  '/login/invitation/:token': async (read, locale) => {
    const request = readFamilyRequest.success.body.safeParse(await read(readFamilyRequest))
    if (!request.success) return undefined
    const { from, type, expires_at: until } = request.data
    const values = { hasFrom: from === null ? 'no' : 'yes', from: from ?? '', product: type.name } as const
    const takenBy = say(locale, 'rendered.link.access_take', { date: formatDay(locale, lastDay(until)) })
    return titled(
      say(locale, 'rendered.link.access_title'),
      say(locale, 'rendered.link.access_lead', values),
      takenBy,
    )
  },
}

/** @param end the first instant at which it no longer holds */
const lastDay = (end: string): Temporal.Instant => Temporal.Instant.from(end).subtract({ seconds: 1 })
