/**
 * Transactional outbox: owns the table of outgoing messages and their delivery. A message is written in the transaction
 * of the change that it tells of and delivered by a worker at least once; its content is erased after delivery, that it
 * was sent stays. It never decides who is told what: use cases do.
 */
export { consumeOutbox } from './consume-outbox.ts'
export type { MakeFiles } from './deliver-mail.ts'
export { listMessagesTo } from './list-messages.ts'
export { previewMails } from './preview-mails.ts'
export {
  type Mail,
  type MailTemplate,
  type MailValues,
  mailQueue,
  sendMail,
  sendMails,
  withdrawMails,
} from './send-mail.ts'
export { sendSms } from './send-sms.ts'
