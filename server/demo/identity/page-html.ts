import type { ProviderName } from '#server/gateways/identity-providers/port.ts'
import { escapeHtml } from '#server/platform/formats/escape-html.ts'
import { randomToken } from '#server/platform/secrets.ts'
import { type Page, servicePage } from '../service-page.ts'
import type { AuthorizationRequest } from './authorization.ts'
import { type OfferedPerson, offeredPeople } from './people.ts'

const titles: Record<ProviderName, string> = { google: 'Google', facebook: 'Facebook', apple: 'Apple' }

const texts = {
  sk: {
    heading: (name: string) => `Kým ste na ${name}?`,
    sign: (name: string) => `Ukážka namiesto služby ${name}`,
    play: 'Toto nie je skutočná služba. Vyberte si, kým chcete byť, alebo napíšte ktorýkoľvek e-mail.',
    nobody: 'Účet bez e-mailu',
    why: {
      linked: 'Už je prepojený s profilom.',
      has_profile: 'Profil s týmto e-mailom je, prepojený nie je.',
      unproven: 'Služba tento e-mail neoverila.',
      no_email: 'Služba e-mail neprezradí.',
    },
    email: 'Iný e-mail',
    verified: 'Služba e-mail overila',
    go: 'Pokračovať s týmto e-mailom',
    cancel: 'Zrušiť',
    on: 'Pokračovať',
    refused: 'Túto žiadosť nepoznáme',
  },
  en: {
    heading: (name: string) => `Who are you at ${name}?`,
    sign: (name: string) => `A demo in the place of ${name}`,
    play: 'This is not the real service. Choose who you want to be, or type any e-mail.',
    nobody: 'An account without an e-mail',
    why: {
      linked: 'Linked to a profile already.',
      has_profile: 'There is a profile with this e-mail; it is not linked.',
      unproven: 'The service has not verified this e-mail.',
      no_email: 'The service does not tell the e-mail.',
    },
    email: 'Another e-mail',
    verified: 'The service has verified the e-mail',
    go: 'Continue with this e-mail',
    cancel: 'Cancel',
    on: 'Continue',
    refused: 'We do not know this request',
  },
} as const

/** The page on which one chooses who to be. The parameters of the request are passed on in the form. */
export function choicePage(provider: ProviderName, request: AuthorizationRequest): Page {
  const locale = localeOf(request)
  const say = texts[locale]
  const name = titles[provider]
  return page(locale, say.sign(name), say.heading(name), [
    `<p>${say.play}</p>`,
    `<form method="post" action="/${provider}/decision">`,
    hiddenFields(request),
    `<ul>${offeredPeople(provider)
      .map((person, index) => personRow(person, index, say))
      .join('')}</ul>`,
    `<p><label for="email">${say.email}</label><input id="email" name="email" type="email" autocomplete="off"></p>`,
    // Facebook does not tell it.
    provider === 'facebook'
      ? ''
      : `<p><label class="choice"><input type="checkbox" name="verified" value="yes" checked> ${say.verified}</label></p>`,
    `<button class="main" name="decision" value="typed">${say.go}</button>`,
    `<button name="decision" value="cancel" formnovalidate>${say.cancel}</button></form>`,
  ])
}

/** Posts the answer as a form (`response_mode=form_post`), automatically where scripts run. */
export function formPostPage(
  target: string,
  fields: Readonly<Record<string, string>>,
  locale: 'sk' | 'en',
): Page {
  const nonce = randomToken(128)
  return page(
    locale,
    texts[locale].sign(titles.apple),
    texts[locale].on,
    [
      `<form method="post" action="${escapeHtml(target)}">${hiddenFields(fields)}<button class="main">${texts[locale].on}</button></form>`,
      `<script nonce="${nonce}">document.forms[0].submit()</script>`,
    ],
    nonce,
  )
}

export const refusedPage = (): Page =>
  page('sk', '', texts.sk.refused, [`<p lang="en">${texts.en.refused}</p>`])

export const localeOf = ({ ui_locales: wanted, locale }: AuthorizationRequest): 'sk' | 'en' =>
  /^en/i.test(wanted || locale) ? 'en' : 'sk'

const hiddenFields = (fields: Readonly<Record<string, string>>) =>
  Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('')

const personRow = ({ email, why }: OfferedPerson, index: number, say: (typeof texts)['sk' | 'en']) =>
  `<li><button name="decision" value="${index}" formnovalidate>${escapeHtml(email ?? say.nobody)}</button><small>${say.why[why]}</small></li>`

const page = (
  locale: 'sk' | 'en',
  sign: string,
  heading: string,
  parts: readonly string[],
  nonce?: string,
): Page => servicePage({ locale, sign, heading, parts, style, ...(nonce !== undefined && { nonce }) })

const style = `
li { padding-bottom: 8px } small { display: block; padding: 4px 0 0; font-size: 15px }
.choice { display: flex; gap: 12px; align-items: center; min-height: 48px; font-weight: 400 }
input[type=checkbox] { width: 24px; min-height: 24px; margin: 0 }
button { padding: 8px 12px; overflow-wrap: anywhere; text-align: left }
button.main, button.main ~ button { text-align: center }`
