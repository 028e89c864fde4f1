import { locales } from '#contract/wire.ts'
import { renderMail } from '#server/modules/outbox/render-mail.ts'
import { mailTemplates } from '#server/modules/outbox/send-mail.ts'
import { formatMoney, formatPlainDay } from '#server/platform/texts/format.ts'
import { say } from '#server/platform/texts/messages.ts'

type Locale = (typeof locales)[number]

const supplier = {
  name: 'Vydavateľstvo Denník, a. s.',
  street: 'Novinárska 7',
  zip: '811 09',
  city: 'Bratislava',
}

/** Values of the mails' placeholders, at their longest. */
const valuesIn = (locale: Locale) => {
  const day = (date: string) => formatPlainDay(locale, Temporal.PlainDate.from(date))
  return {
    hours: 24,
    days: 30,
    minutes: 10,
    count: 2,
    years: 10,
    titles: 'Ranný výber a Večerný súhrn',
    provider: 'Google',
    product: locale === 'sk' ? 'Prémium bez reklamy' : 'Premium without ads',
    price: formatMoney(locale, 11990),
    next_price: formatMoney(locale, 13990),
    former: formatMoney(locale, 9990),
    change: 'higher',
    from: day('2027-02-05'),
    until: day('2027-03-07'),
    day: day('2027-03-05'),
    time: '8:30',
    stop_until: day('2027-03-03'),
    isPaid: 'yes',
    paid_until: day('2027-03-07'),
    canStop: 'yes',
    isAhead: 'yes',
    isOver: 'no',
    isPaused: 'no',
    isDue: 'no',
    document: 'yes',
    begins: 'instead',
    present: locale === 'sk' ? 'Prémium' : 'Premium',
    rest: 'yes',
    renews: 'yes',
    waits: 'no',
    withdraws: 'yes',
    information: say(locale, 'terms.withdrawal'),
    last_day: day('2027-02-22'),
    withdraw_url: 'https://profil.example/obchod/odstupit-od-zmluvy?order=1024',
    asked: 'yes',
    agreed: 'yes',
    terms_version: '2026-06-19',
    terms_url: 'https://dennik.example/obchodne-podmienky',
    valid: day('2026-11-30'),
    card: 'Mastercard\u00a0••••\u00a05100',
    recipient: 'eva.dlhomenna.nezabudkova@oddelenie.example.sk',
    beneficiary: 'Vydavateľstvo Denník, a. s.',
    iban: 'SK31\u00a01200\u00a00000\u00a01987\u00a04263\u00a07541',
    variable_symbol: '1000000001',
    total: formatMoney(locale, 10000),
    missing: formatMoney(locale, 1990),
    excess: formatMoney(locale, 1010),
    isMore: 'yes',
    hasRecipient: 'yes',
    reason: 'insufficient_funds',
    access: 'kept',
    hasName: 'yes',
    name: 'Eva',
    hasMessage: 'yes',
    message: 'Všetko najlepšie k narodeninám!\nNech sa dobre číta.\nTvoj Peter',
    code: '123456',
    kind: 'nickname',
    value: 'zelena.lucka',
    forum: 'diskusie@dennik.example',
    company: 'Kníhviazačstvo Pod Lipou, s.\u00a0r.\u00a0o.',
    number: 'F-2027-000214',
    hasXml: 'yes',
    order: '1024',
    concluded: day('2027-02-22'),
    deadline: day('2027-03-19'),
    paid: formatMoney(locale, 12351),
    kept: formatMoney(locale, 361),
    part: 'yes',
    gift: 'no',
    way: 'card',
    renewal: 'stopped',
  }
}

/** Placeholders with another value in one mail. */
const ownValues: Partial<Record<(typeof mailTemplates)[number], Record<string, string>>> = {
  help_request: {
    number: '1001',
    topic: 'newsletters',
    email: 'eva.dlhomenna.nezabudkova@oddelenie.example.sk',
    account: 'yes',
    id: '1024',
    details: 'Prehliadač: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36\nJazyk: sk, sk-SK',
  },
  help_received: { number: '1001', copy: 'yes' },
  done_by_staff: { what: 'Odstránili sme zariadenie Chrome, Linux' },
  account_detached: { main: 'zuzana.hudecova@example.com', linked: 'zuzana.praca@example.sk' },
  email_changed_by_reader: { email: 'n•••@example.sk' },
  notice_copy: { what: 'Prihlásili ste sa', hasBrowser: 'yes', browser: 'Chrome, Linux' },
  company_access: { from: 'Kníhviazačstvo Pod Lipou, s.\u00a0r.\u00a0o.' },
  family_access: { from: 'Kristína Nezábudková-Dlhomenná' },
  company_document: { kind: 'invoice' },
  gift_received: { hasFrom: 'yes', from: 'Peter Hudec' },
  forum_change_declined: { reason: 'Prezývka vyvoláva dojem, že píše redakcia' },
}

/** What else some mails say. */
const variants: Partial<Record<(typeof mailTemplates)[number], Record<string, Record<string, string>>>> = {
  recurrence_stopped: { paused: { isOver: 'yes' } },
  gift_paid: { today: { isDue: 'yes' } },
  card_expiring: { paused: { isPaused: 'yes' } },
  payment_refunded: { disputed: { way: 'bank', access: 'ended', renewal: 'stopped' } },
  recurrence_resumed: { paused: { isAhead: 'no' } },
}

/** Every mail that the product sends, in both languages, to be looked at. */
export function sampleMails(): { template: string; locale: string; html: string }[] {
  return mailTemplates.flatMap(template =>
    Object.entries({ '': {}, ...variants[template] }).flatMap(([variant, own]) =>
      locales.map(locale => {
        const unsubscribe = template.startsWith('newsletter')
          ? 'https://profil.example/unsubscribe/1'
          : undefined
        const plain = valuesIn(locale)
        const values = { ...plain, contract: say(locale, 'mail.contract', plain) }
        const mail = {
          to: values.recipient,
          locale,
          template,
          values: { ...values, ...ownValues[template], ...own },
          link: 'https://profil.example/predplatne',
          ...(unsubscribe !== undefined && { unsubscribe }),
        }
        const name = variant === '' ? template : `${template}-${variant}`
        return { template: name, locale, html: renderMail(mail, 'pomoc@dennik.example', null, supplier).html }
      }),
    ),
  )
}
