import * as z from 'zod'
import { demoValues } from '../demo-values.ts'
import { phoneHours } from '../phone-hours.ts'
import { emailFault, siteFault } from '../production-faults.ts'
import { address, email, ofTheDemo, optional, text, wholeNumber, withFallback, words } from '../variable.ts'

/** @param demos the name of the demo's mailbox */
const ours = (demos: string, what: string) =>
  ofTheDemo(email, `${demos}@${demoValues.domain}`, { what, example: 'profil@noviny.sk', fault: emailFault })

/** Mail server, text messages, forum, and the e-mail addresses that readers see. */
export const senderVariables = {
  SMTP_URL: optional(
    { schema: z.url({ protocol: /^smtps?$/ }), form: 'an address of SMTP' },
    {
      what: 'the mail server that takes our mails',
      unset: 'demo: the demo mailbox',
      example: 'smtp://user:PASSWORD@mail.noviny.sk:587',
      production: 'needed',
      fault: siteFault,
    },
  ),
  SMS_URL: optional(address, {
    what: 'where text messages go',
    more: '`POST` of `{"id", "to": "+421…", "text"}` as JSON, with the id as `Idempotency-Key`; any 2xx means taken',
    unset: 'demo: the demo phone; otherwise no number can be verified',
    example: 'https://sms.example/send',
  }),
  SMS_TOKEN: optional(text, { what: 'sent to it as a bearer token', unset: 'none' }),
  FORUM_URL: optional(address, {
    what: 'your own forum, which answers the calls of [docs/forum.md](forum.md)',
    unset: 'the embedded forum, in the same database',
    example: 'https://forum.example/api',
  }),
  FORUM_TOKEN: optional(text, { what: 'the bearer token that it is sent', unset: 'none' }),
  RESERVED_NICKNAMES: withFallback(
    words,
    'admin,administrator,moderátor,redakcia,redaktor,šéfredaktor,správca,podpora,support,helpdesk,editor,webmaster,root,system',
    {
      what: 'nicknames that nobody is given, by commas',
      more: 'nor what looks like one of them',
      example: 'redakcia,admin,noviny',
    },
  ),
  DISCUSSION_URL: optional(
    {
      schema: address.schema.refine(url => url.includes('{code}')),
      form: 'an address with {code} in it',
    },
    {
      what: 'where a discussion of the embedded forum is read, with `{code}` in the place of its name',
      more: 'readers’ lists lead there. Your own forum tells the addresses itself',
      unset: 'demo: `/diskusie/{code}` at `PUBLISHER_URL`; otherwise discussions are no links',
      example: 'https://noviny.sk/diskusia/{code}',
    },
  ),
  MAIL_FROM: ours('profil', 'sender of all mails'),
  HELPDESK_EMAIL: ours('pomoc', 'address at which readers ask for help'),
  HELPDESK_PHONE: optional(text, {
    what: 'telephone of your help desk',
    unset: 'demo: a made-up one; otherwise none is shown',
    example: '+421 2 5923 3300',
  }),
  HELPDESK_HOURS: withFallback(phoneHours, '1-5 8:00-16:00', {
    what: 'when somebody is there: first and last weekday, Monday is 1, and the hours in Bratislava',
    more: 'nobody is on holidays',
  }),
  HELPDESK_ANSWER_HOURS: withFallback(wholeNumber(1, 720), '24', {
    what: 'within how many hours your help desk answers, as its form, its mails and every page promise',
  }),
  SERVICES_EMAIL: ours('predplatne', 'address for matters of subscriptions'),
  FORUM_EMAIL: ours('diskusie', 'address for matters of discussions'),
} as const
