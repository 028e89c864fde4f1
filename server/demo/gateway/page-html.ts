import { escapeHtml } from '#server/platform/formats/escape-html.ts'
import { formatMoney } from '#server/platform/texts/format.ts'
import { type Page, servicePage } from '../service-page.ts'
import { testCards } from './cards.ts'
import type { StoredCheckout } from './store.ts'

export type PageFault = 'number' | 'expiry' | 'cvc'

const texts = {
  sk: {
    gateway: 'Skúšobná platobná brána',
    play: 'Nejde o skutočné peniaze. Skutočnú kartu sem nepíšte.',
    number: 'Číslo karty',
    expiry: 'Platnosť (MM/RR)',
    cvc: 'CVC',
    pay: 'Zaplatiť',
    leave: 'Späť do obchodu',
    cards: 'Skúšobné karty',
    validity: 'Platnosť môže byť ktorýkoľvek budúci mesiac, CVC ktorékoľvek tri číslice.',
    confirmTitle: 'Overenie 3-D Secure',
    confirmText: 'Vaša banka sa pýta, či platíte naozaj vy.',
    confirm: 'Áno, platím ja',
    refuse: 'Nie, zamietnuť',
    paid: 'Zaplatené',
    paidText: 'Platba už prebehla, druhý raz sa nič nestrhne.',
    closed: 'Platba sa skončila',
    closedText: 'Na tejto stránke sa už platiť nedá. Nič sme nestrhli.',
    missing: 'Takú platbu nepoznáme',
    faults: {
      number: 'Zadajte číslo jednej zo skúšobných kariet.',
      expiry: 'Zadajte mesiac a rok, napríklad 12/30.',
      cvc: 'Zadajte tri číslice zo zadnej strany karty.',
    },
    declines: {
      card_declined: 'Banka platbu zamietla. Skúste inú kartu.',
      insufficient_funds: 'Na účte nie je dosť peňazí. Skúste inú kartu.',
      expired_card: 'Karta stratila platnosť. Skúste inú kartu.',
      authentication_required: 'Platbu ste nepotvrdili. Skúste to znova.',
    },
  },
  en: {
    gateway: 'Test payment gateway',
    play: 'This is play money. Do not type a real card here.',
    number: 'Card number',
    expiry: 'Valid until (MM/YY)',
    cvc: 'CVC',
    pay: 'Pay',
    leave: 'Back to the shop',
    cards: 'Test cards',
    validity: 'Any month to come will do as the validity, any three digits as the CVC.',
    confirmTitle: '3-D Secure confirmation',
    confirmText: 'Your bank asks whether it is really you who is paying.',
    confirm: 'Yes, it is me',
    refuse: 'No, refuse it',
    paid: 'Paid',
    paidText: 'The payment has been made; nothing will be charged twice.',
    closed: 'This payment has ended',
    closedText: 'Nothing can be paid on this page any more. You were charged nothing.',
    missing: 'We do not know this payment',
    faults: {
      number: 'Enter the number of one of the test cards.',
      expiry: 'Enter the month and year, for example 12/30.',
      cvc: 'Enter the three digits from the back of the card.',
    },
    declines: {
      card_declined: 'The bank declined the payment. Try another card.',
      insufficient_funds: 'There is not enough money in the account. Try another card.',
      expired_card: 'The card has expired. Try another card.',
      authentication_required: 'You did not confirm the payment. Please try again.',
    },
  },
} as const

/** The card form, with the error of the last try. */
export function paymentPage(checkout: StoredCheckout, faults: readonly PageFault[]): Page {
  const say = texts[checkout.locale]
  const price = escapeHtml(formatMoney(checkout.locale, checkout.amountCents))
  const field = (name: PageFault, mode: string) => {
    const isWrong = faults.includes(name)
    return `<p><label for="${name}">${say[name]}</label>
<input id="${name}" name="${name}" inputmode="${mode}" autocomplete="off" required${isWrong ? ` aria-invalid="true" aria-describedby="${name}-fault"` : ''}>
${isWrong ? `<span class="fault" id="${name}-fault">${say.faults[name]}</span>` : ''}</p>`
  }
  return page(checkout.locale, `${escapeHtml(checkout.description)}: ${price}`, [
    `<p>${say.play}</p>`,
    isDecline(checkout.decline) ? `<p class="fault" role="alert">${say.declines[checkout.decline]}</p>` : '',
    `<form method="post" action="/pay/${checkout.id}" novalidate>`,
    field('number', 'numeric'),
    field('expiry', 'text'),
    field('cvc', 'numeric'),
    `<button class="main">${say.pay} ${price}</button></form>`,
    leaveForm(checkout),
    `<h2>${say.cards}</h2><ul>${testCards
      .map(card => `<li><code>${inFours(card.number)}</code> ${card.what[checkout.locale]}</li>`)
      .join('')}</ul><p>${say.validity}</p>`,
  ])
}

/** The bank's page for 3-D Secure. */
export function confirmationPage(checkout: StoredCheckout): Page {
  const say = texts[checkout.locale]
  return page(checkout.locale, say.confirmTitle, [
    `<p>${say.confirmText}</p>`,
    `<p>${escapeHtml(checkout.description)}: ${escapeHtml(formatMoney(checkout.locale, checkout.amountCents))}</p>`,
    `<form method="post" action="/pay/${checkout.id}/confirmation">`,
    `<button class="main" name="decision" value="confirm">${say.confirm}</button>`,
    `<button name="decision" value="refuse">${say.refuse}</button></form>`,
  ])
}

/** A page that is already paid or expired. */
export function finishedPage(checkout: StoredCheckout): Page {
  const say = texts[checkout.locale]
  const isPaid = checkout.state === 'paid'
  return page(checkout.locale, isPaid ? say.paid : say.closed, [
    `<p>${isPaid ? say.paidText : say.closedText}</p>`,
    leaveForm(checkout),
  ])
}

export const missingPage = (): Page => page('sk', texts.sk.missing, [`<p lang="en">${texts.en.missing}</p>`])

const leaveForm = ({ id, locale }: StoredCheckout) =>
  `<form method="post" action="/pay/${id}/leave"><button>${texts[locale].leave}</button></form>`

const isDecline = (text: string | null): text is keyof typeof texts.sk.declines =>
  text !== null && Object.hasOwn(texts.sk.declines, text)

const inFours = (number: string) => number.replaceAll(/\d{4}(?=\d)/g, '$& ')

const page = (locale: 'sk' | 'en', heading: string, parts: readonly string[]): Page =>
  servicePage({ locale, sign: texts[locale].gateway, heading, parts, style })

const style = `
h2 { font-size: 20px; margin-top: 40px } li { padding: 8px 0 }
code { display: block; font-size: 1em } .fault { display: block; font-weight: 600 } [aria-invalid] { border-width: 3px }`
