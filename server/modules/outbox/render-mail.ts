import { escapeHtml } from '#server/platform/escape-html.ts'
import { say } from '#server/platform/messages.ts'
import type { Settings } from '#server/platform/settings.ts'
import type { MailToSend } from './send-mail.ts'

/** Programs that know no dark look show the colours of the light one. */
const darkStyle = `:root{color-scheme:light dark}@media (prefers-color-scheme:dark){.paper{background:#121417!important;color:#eceef0!important}.button{background:#eceef0!important;color:#121417!important}.quiet{color:#a3acb6!important}}`

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
  const colours = look ? `background:${look.accent};color:${look.accentInk}` : 'background:#14171a;color:#fff'
  // The publisher's own colours go with any ground.
  const buttonLook = `${look ? '' : 'class="button" '}style="display:inline-block;padding:13px 20px;border-radius:6px;${colours};font-weight:600;text-decoration:none"`
  // Whoever sees no pictures reads the name.
  const logo = look?.logoUrl
    ? `\n<p style="margin:0 0 24px"><img src="${escapeHtml(look.logoUrl)}" alt="${escapeHtml(signature)}" height="32"></p>`
    : ''
  const textEnd = unsubscribe === undefined ? reason : `${reason}\n${leave}: ${unsubscribe}`
  const htmlEnd =
    unsubscribe === undefined
      ? ''
      : ` <a href="${escapeHtml(unsubscribe)}" style="color:inherit">${escapeHtml(leave)}</a>`
  return {
    subject,
    text: [greeting, text, `${button}:\n${link}`, after, signature, `-- \n${textEnd}`].join('\n\n'),
    html: `<!doctype html>
<html lang="${locale}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(subject)}</title><style>${darkStyle}</style></head>
<body class="paper" style="margin:0;padding:32px 24px;background:#fff;color:#14171a;font:17px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;overflow-wrap:anywhere">
<div style="max-width:560px;margin:0 auto">${logo}
<h1 style="font:600 28px/1.2 'Source Serif 4',Georgia,serif;margin:0 0 20px;text-wrap:balance">${escapeHtml(subject)}</h1>
<p style="margin:0 0 12px">${escapeHtml(greeting)}</p>
<p style="margin:0;white-space:pre-line">${escapeHtml(text)}</p>
<p style="margin:24px 0"><a ${buttonLook} href="${escapeHtml(link)}">${escapeHtml(button)}</a></p>
<p style="margin:0 0 12px">${escapeHtml(after)}</p>
<p style="margin:0">${escapeHtml(signature)}</p>
<p class="quiet" style="margin:32px 0 0;border-top:1px solid #8886;padding-top:16px;color:#59626d;font-size:14px">${escapeHtml(reason)}${htmlEnd}</p>
</div>
</body>
</html>
`,
  }
}
