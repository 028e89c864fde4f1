import type { PlainKeyOf } from '#locales/values-of.ts'
import type { Settings } from '#server/platform/settings.ts'
import { type ServerMessageKey, say, sayWith } from '#server/platform/texts/messages.ts'
import { mailHtml } from './mail-html.ts'
import type { MailToSend } from './send-mail.ts'

/**
 * Renders both parts of a mail (text and HTML): its message, one button, what to do if it is not for you, and a footer.
 *
 * @param helpdesk address that a mail may name for help
 * @param look the publisher's colours and logo; none when not given
 * @param supplier the sender, named in the footer; none when not given
 */
export function renderMail(
  { locale, template, values, link, unsubscribe, picture }: MailToSend,
  helpdesk: string,
  look: Settings['mailLook'] = null,
  supplier?: Pick<Settings['supplier'], 'name' | 'street' | 'zip' | 'city'>,
): { subject: string; text: string; html: string } {
  const all = { ...values, helpdesk }
  const subject = sayWith(locale, `mail.${template}.subject`, all)
  const greeting = say(locale, 'mail.greeting')
  const text = sayWith(locale, `mail.${template}.text`, all)
  const button = sayWith(locale, `mail.${template}.button`, all)
  const after = sayWith(locale, `mail.${template}.after`, all)
  const signature = say(locale, 'mail.signature')
  const pictured = picture?.link ? [`${picture.link.words}:\n${picture.link.address}`] : []
  const leave = say(locale, 'mail.unsubscribe')
  const end = [
    say(locale, reasons[template] ?? 'mail.reason'),
    ...(supplier
      ? [
          [
            supplier.name,
            supplier.street,
            unbroken([supplier.zip, supplier.city].filter(Boolean).join(' ')),
          ].join(', '),
        ]
      : []),
  ]
  const textEnd = [...end, ...(unsubscribe === undefined ? [] : [`${leave}:`, unsubscribe])].join('\n')
  return {
    subject,
    text: [greeting, text, ...pictured, `${button}:\n${link}`, after, signature, `-- \n${textEnd}`].join(
      '\n\n',
    ),
    html: mailHtml(
      {
        locale,
        subject,
        greeting,
        text,
        picture: picture && { address: `cid:${pictureId}`, words: picture.words, link: picture.link },
        button: { words: button, address: link },
        after,
        signature,
        linkLead: say(locale, 'mail.link'),
        end,
        leave: unsubscribe === undefined ? undefined : { words: leave, address: unsubscribe },
      },
      look,
    ),
  }
}

/** Reason in the footer of a mail that is not about a reader's own account, or that was sent before there was one. */
const reasons: Partial<Record<MailToSend['template'], PlainKeyOf<ServerMessageKey>>> = {
  activation: 'mail.reason_registration',
  account_exists: 'mail.reason_registration',
  newsletter_confirmation: 'mail.reason_newsletters',
  newsletter_manage: 'mail.reason_newsletters',
  newsletter_welcome: 'mail.reason_newsletters',
  company_access: 'mail.reason_invitation',
  family_access: 'mail.reason_invitation',
  documents_announced: 'mail.reason_documents',
  company_document: 'mail.reason_documents',
  gift_received: 'mail.reason_gift',
  anonymization_done: 'mail.reason_erased',
  help_request: 'mail.reason_help_desk',
  help_received: 'mail.reason_help',
}

/** Content-ID of the attached picture in the HTML (RFC 2392). */
export const pictureId = 'picture'

/** No-break space between postcode and town. */
const unbroken = (city: string): string => city.replaceAll(/\s+/g, '\u00a0')
