import { signInByLink } from '#contract/identity/sign-in-link.ts'
import { shopPaths } from '#contract/orders/shop-paths.ts'
import { escapeHtml } from '../platform/formats/escape-html.ts'
import type { Settings } from '../platform/settings.ts'
import { say } from '../platform/texts/messages.ts'
import type { FirstView } from './first-view.ts'

/**
 * Says in a document of the login or the shop what is missing in it without scripts (R16.04), and by what other way one
 * withdraws, which the law asks for all the time (R11.07).
 */
export const withSentence = (
  html: string,
  view: Pick<FirstView, 'locale' | 'pathname'>,
  settings: Pick<Settings, 'emails'>,
): string =>
  html.replace(/(?<=<noscript>).*?(?=<\/noscript>)/s, () => {
    const sentence = sentenceOf(view, settings)
    return sentence && `${withoutForms}<p lang="${view.locale}">${escapeHtml(sentence)}</p>`
  })

/** They are sent by scripts alone: pressed without them, they would be answered in JSON. */
const withoutForms = '<style nonce="__CSP_NONCE__">form { display: none }</style>'

function sentenceOf(
  { locale, pathname }: Pick<FirstView, 'locale' | 'pathname'>,
  { emails }: Pick<Settings, 'emails'>,
): string {
  // Its one button is a form.
  if (pathname === signInByLink.path) return ''
  if (pathname === shopPaths.withdrawal)
    return say(locale, 'rendered.withdrawal_without_scripts', { helpdesk: emails.helpdesk })
  if (pathname === shopPaths.order) return say(locale, 'rendered.order_without_scripts')
  return say(
    locale,
    pathname.startsWith(shopPaths.catalogue)
      ? 'rendered.shop_without_scripts'
      : 'rendered.login_without_scripts',
  )
}
