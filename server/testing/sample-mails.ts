import { locales } from '#contract/wire.ts'
import { renderMail } from '#server/modules/outbox/render-mail.ts'
import { mailTemplates } from '#server/modules/outbox/send-mail.ts'

/** What the placeholders of the mails stand for, as long as it may get. */
const values = {
  hours: 24,
  days: 30,
  minutes: 10,
  count: 2,
  years: 10,
  titles: 'Ranný výber a Večerný súhrn',
  provider: 'Google',
  product: 'Prémium bez reklamy',
  price: '119,90\u00a0€',
  next_price: '139,90\u00a0€',
  from: 'Kníhviazačstvo Pod Lipou, s. r. o.',
  until: '7.\u00a0marca 2027',
  day: '5.\u00a0marca 2027',
  time: '8:30',
  stop_until: '3.\u00a0marca 2027',
  valid: '30.\u00a0novembra 2026',
  card: 'Mastercard •••• 5100',
  recipient: 'eva.dlhomenna.nezabudkova@oddelenie.example.sk',
  iban: 'SK31\u00a01200\u00a00000\u00a01987\u00a04263\u00a07541',
  variable_symbol: '1000000001',
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
}

/** Every mail that the product sends, in both languages, to be looked at. */
export function sampleMails(): { template: string; locale: string; html: string }[] {
  return mailTemplates.flatMap(template =>
    locales.map(locale => {
      const unsubscribe = template.startsWith('newsletter')
        ? 'https://profil.example/unsubscribe/1'
        : undefined
      const mail = {
        to: values.recipient,
        locale,
        template,
        values,
        link: 'https://profil.example/predplatne',
        ...(unsubscribe !== undefined && { unsubscribe }),
      }
      return { template, locale, html: renderMail(mail, 'pomoc@dennik.example').html }
    }),
  )
}
