import { escapeHtml } from '#server/platform/formats/escape-html.ts'
import type { Settings } from '#server/platform/settings.ts'

/** Mail programs without dark mode show the light colours. */
const darkStyle = `:root{color-scheme:light dark}@media (prefers-color-scheme:dark){.paper{background:#121417!important;color:#eceef0!important}.button{background:#eceef0!important;color:#121417!important}.quiet{border-color:#3a4047!important;color:#a3acb6!important}}`

/** Workarounds for Outlook on Windows: it ignores font lists and the width of blocks. */
const outlookStyle = `<!--[if mso]><style>td,p,a{font-family:Arial,sans-serif!important}h1{font-family:Georgia,serif!important}</style><![endif]-->`
const outlookOpens = `<!--[if mso]><table role="presentation" width="560" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->`
const outlookCloses = `<!--[if mso]></td></tr></table><![endif]-->`

const table = '<table role="presentation" cellpadding="0" cellspacing="0" border="0"'
const fonts = `system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif`

type Link = { words: string; address: string }

export type MailWords = {
  locale: string
  subject: string
  greeting: string
  text: string
  /** Always on a light background: it may be a QR code. */
  picture: (Link & { link?: Link | undefined }) | undefined
  button: Link
  /** In our own words alone, never another person's: its addresses become links. */
  after: string
  signature: string
  /** Sentence before the button's URL in plain text, for readers who cannot press the button. */
  linkLead: string
  /** Footer: why it came, and from whom. */
  end: string[]
  leave: Link | undefined
}

/**
 * HTML of a mail, for programs without style sheets: table layout, inline styles. The preheader, which lists of mails
 * show after the subject, comes first, hidden.
 *
 * @param look the publisher's colours and logo; none when null
 */
export function mailHtml(words: MailWords, look: Settings['mailLook']): string {
  const { subject, greeting, text, picture, button, after, signature, linkLead, end, leave } = words
  const [ground, ink] = look ? [look.accent, look.accentInk] : ['#14171a', '#fff']
  // The publisher's own colours suit any background.
  const buttonClass = look ? '' : ' class="button"'
  const address = escapeHtml(button.address)
  // Text alternative when images are blocked.
  const logo = look?.logoUrl
    ? `<p style="margin:0 0 24px"><img src="${escapeHtml(look.logoUrl)}" alt="${escapeHtml(signature)}" height="32"></p>\n`
    : ''
  const leaving = leave
    ? `\n<p style="margin:0"><a href="${escapeHtml(leave.address)}" style="color:inherit">${escapeHtml(leave.words)}</a></p>`
    : ''
  const pictureLink = picture?.link
    ? `\n<p style="margin:8px 0 0"><a href="${escapeHtml(picture.link.address)}" style="color:inherit">${escapeHtml(picture.link.words)}</a></p>`
    : ''
  const pictured = picture
    ? `\n<p style="margin:20px 0 8px"><img src="${escapeHtml(picture.address)}" alt="" width="240" height="240" style="display:block;background:#fff"></p>\n<p style="margin:0;text-wrap:pretty">${escapeHtml(picture.words)}</p>${pictureLink}`
    : ''
  return `<!doctype html>
<html lang="${words.locale}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(subject)}</title><style>${darkStyle}</style>${outlookStyle}</head>
<body class="paper" style="margin:0;padding:0;background:#fff;color:#14171a">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(beginning(text))}</div>
${table} class="paper" width="100%" style="background:#fff;color:#14171a"><tr><td align="center" style="padding:32px 24px">${outlookOpens}
${table} width="100%" style="max-width:560px"><tr><td align="left" style="font:17px/1.5 ${fonts};overflow-wrap:anywhere;word-break:break-word">
${logo}<h1 style="font:600 24px/1.25 'Source Serif 4',Georgia,serif;margin:0 0 20px;text-wrap:balance">${escapeHtml(subject)}</h1>
<p style="margin:0 0 12px">${escapeHtml(greeting)}</p>
<p style="margin:0;text-wrap:pretty">${withLines(text)}</p>${pictured}
${table} style="margin:24px 0"><tr><td${buttonClass} style="border-radius:6px;background:${ground};mso-padding-alt:13px 20px"><a${buttonClass} style="display:inline-block;padding:13px 20px;border-radius:6px;background:${ground};color:${ink};font-weight:600;text-decoration:none" href="${address}">${escapeHtml(button.words)}</a></td></tr></table>
<p style="margin:0 0 12px;text-wrap:pretty">${withLinks(after)}</p>
<p style="margin:0 0 32px">${escapeHtml(signature)}</p>
<div class="quiet" style="border-top:1px solid #c4c8cd;padding-top:16px;color:#59626d;font-size:14px">
<p style="margin:0 0 8px">${escapeHtml(linkLead)}<br><a href="${address}" style="color:inherit">${address}</a></p>
<p style="margin:0;text-wrap:pretty">${end.map(line => escapeHtml(line)).join('<br>')}</p>${leaving}
</div>
</td></tr></table>
${outlookCloses}</td></tr></table>
</body>
</html>
`
}

/** Preheader: the text continues the greeting in lower case; on its own it is capitalized, on one line. */
const beginning = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}`.replaceAll(/\s*\n\s*/g, ' ')

/** Keeps line breaks, e.g. of a gift's message. */
const withLines = (text: string): string => escapeHtml(text).replaceAll('\n', '<br>')

/** Addresses as links, without what ends their sentence: Outlook makes none of them in HTML. */
const withLinks = (text: string): string =>
  withLines(text).replaceAll(
    /https?:\/\/[^\s<]*[^\s<.,;:!?)]/g,
    address => `<a href="${address}" style="color:inherit">${address}</a>`,
  )
