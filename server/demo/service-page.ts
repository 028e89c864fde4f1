import { randomToken } from '#server/platform/secrets.ts'

export type Page = { html: string; nonce: string }

type Content = {
  locale: 'sk' | 'en'
  /** Whose page it is. */
  sign: string
  heading: string
  parts: readonly string[]
  /** What this service's pages look like beyond those of all. */
  style: string
  /** Of the scripts among the parts. */
  nonce?: string
}

/** A page of a service that the demo stands in for. What comes from outside is escaped by the caller. */
export const servicePage = ({ nonce = randomToken(128), ...content }: Content): Page => ({
  nonce,
  html: `<!doctype html>
<html lang="${content.locale}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${content.heading}</title><style nonce="${nonce}">${commonStyle}${content.style}</style></head>
<body><main><p class="sign">${content.sign}</p><h1>${content.heading}</h1>
${content.parts.join('\n')}
</main></body>
</html>
`,
})

const commonStyle = `
:root { color-scheme: light dark }
body { margin: 0; font: 17px/1.5 system-ui, sans-serif; background: Canvas; color: CanvasText }
main { max-width: 480px; margin: 0 auto; padding: 32px 16px }
h1 { font-size: 26px; line-height: 1.2 } .sign { font-weight: 600 }
label { display: block; font-weight: 600 } ul { padding: 0; list-style: none }
input, button { box-sizing: border-box; width: 100%; min-height: 48px; font: inherit; padding: 0 12px; border: 1px solid; border-radius: 6px; background: Field; color: FieldText }
button { margin-top: 12px; font-weight: 600; background: none; color: inherit } button.main { background: CanvasText; color: Canvas }
:focus-visible { outline: 3px solid Highlight; outline-offset: 2px }`
