import { escapeHtml } from '#server/platform/escape-html.ts'
import { say } from '#server/platform/messages.ts'
import type { Settings } from '#server/platform/settings.ts'
import type { MailToSend } from './send-mail.ts'

/**
 * Both parts of a mail: what it is about, one button, what to do if it is not for you.
 *
 * @param helpdesk address that a mail may name for help
 * @param look the publisher's colours and logo; none when not given
 */
export function renderMail(
  { locale, template, values, link, unsubscribe }: MailToSend,
  helpdesk: string,
  look: Settings['mailLook'] = null,
): { subject: string; text: string; html: string } {
  const all = { ...values, helpdesk }
  const subject = say(locale, `mail.${template}.subject`, all)
  const greeting = say(locale, 'mail.greeting')
  const text = say(locale, `mail.${template}.text`, all)
  const button = say(locale, `mail.${template}.button`, all)
  const after = say(locale, `mail.${template}.after`, all)
  const signature = say(locale, 'mail.signature')
  const reason = say(locale, 'mail.reason')
  const leave = say(locale, 'mail.unsubscribe')
  const buttonLook = look
    ? `border:1px solid ${look.accent};background:${look.accent};color:${look.accentInk}`
    : 'border:1px solid currentColor;color:inherit'
  // Whoever sees no pictures reads the name.
  const logo = look?.logoUrl
    ? `\n<p style="margin:0 0 24px"><img src="${escapeHtml(look.logoUrl)}" alt="${escapeHtml(signature)}" height="32"></p>`
    : ''
  const textEnd = unsubscribe === undefined ? reason : `${reason}\n${leave}: ${unsubscribe}`
  const htmlEnd =
    unsubscribe === undefined ? '' : ` <a href="${escapeHtml(unsubscribe)}">${escapeHtml(leave)}</a>`
  return {
    subject,
    text: [greeting, text, `${button}:\n${link}`, after, signature, `-- \n${textEnd}`].join('\n\n'),
    html: `<!doctype html>
<html lang="${locale}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;font:17px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">
<div style="max-width:560px;margin:0 auto">${logo}
<h1 style="font:600 26px/1.2 Georgia,serif;margin:0 0 16px">${escapeHtml(subject)}</h1>
<p>${escapeHtml(greeting)}</p>
<p style="white-space:pre-line">${escapeHtml(text)}</p>
<p style="margin:24px 0"><a href="${escapeHtml(link)}" style="display:inline-block;padding:13px 20px;${buttonLook};border-radius:6px;font-weight:600;text-decoration:none">${escapeHtml(button)}</a></p>
<p>${escapeHtml(after)}</p>
<p>${escapeHtml(signature)}</p>
<p style="border-top:1px solid #8884;padding-top:16px;font-size:14px">${escapeHtml(reason)}${htmlEnd}</p>
</div>
</body>
</html>
`,
  }
}
