import type { Page } from '@playwright/test'

/** A built catalogue: one object of compiled messages by key, as JSON in a template string. */
const catalogue = /^var (\w+)=JSON\.parse\(`([\s\S]*)`\);/
/** The parts of a catalogue that stand in a document. */
const inDocument = /(<script type="application\/json" id="texts"[^>]*>)(.*)(<\/script>)/

/**
 * Pseudo-localisation: makes every text some 40 % longer by repeating vowels. Values, tags and plural forms stay
 * as they are.
 */
export async function lengthenTexts(page: Page): Promise<void> {
  await drawAnew(page)
  await page.route('**/assets/*.js', async route => {
    const response = await route.fetch()
    const body = await response.text()
    const found = catalogue.exec(body)
    if (!found) return route.fulfill({ response })
    const [all, name = '', source = ''] = found
    // The file's messages, parsed as the browser does.
    const messages: unknown = JSON.parse(readTemplate(source))
    const longer = JSON.stringify(JSON.stringify(lengthenMessages(messages)))
    return route.fulfill({ response, body: `var ${name}=JSON.parse(${longer});${body.slice(all.length)}` })
  })
  await page.route(/^(?!.*\/(?:login|obchod)\b)/, async (route, request) => {
    if (request.resourceType() !== 'document') return route.fallback()
    const response = await route.fetch()
    const body = (await response.text()).replace(
      inDocument,
      (_, begin: string, parts: string, end: string) => `${begin}${lengthenParts(parts)}${end}`,
    )
    return route.fulfill({ response, body })
  })
}

/** @param source messages of each part, as JSON */
function lengthenParts(source: string): string {
  const parts = JSON.parse(source) as Record<string, unknown>
  const longer = Object.entries(parts).map(([part, messages]) => [part, lengthenMessages(messages)])
  return JSON.stringify(Object.fromEntries(longer)).replaceAll('<', '\\u003c')
}

/** Keeps back what the server has rendered, whose texts are not the longer ones: the browser draws it. */
export async function drawAnew(page: Page): Promise<void> {
  await page.route(/\/(login|obchod)\b/, async (route, request) => {
    if (request.resourceType() !== 'document') return route.fallback()
    const response = await route.fetch()
    const body = await response.text()
    return route.fulfill({
      response,
      body: body.replace(/<div id="root" data-search="[^"]*"/, '<div id="root"></div><div hidden'),
    })
  })
}

/** The text of a template string without values. */
const readTemplate = (source: string): string =>
  source.replaceAll(/\\(?:x([\da-f]{2})|u([\da-f]{4})|([\s\S]))/gi, (_, x, u, sign: string) =>
    x || u ? String.fromCharCode(Number.parseInt(x ?? u, 16)) : ({ n: '\n', t: '\t' }[sign] ?? sign),
  )

function lengthenMessages(messages: unknown): unknown {
  if (typeof messages !== 'object' || messages === null) throw new TypeError('A catalogue is an object')
  return Object.fromEntries(Object.entries(messages).map(([key, message]) => [key, lengthenPieces(message)]))
}

/** A compiled message is a text or a list of texts and values; a value (plural, select) may hold messages. */
function lengthenPieces(message: unknown): unknown {
  if (typeof message === 'string') return lengthen(message)
  if (!Array.isArray(message)) return message
  return message.map((piece: unknown) => {
    if (typeof piece === 'string') return lengthen(piece)
    if (!Array.isArray(piece)) return piece
    const [name, kind, choices] = piece as [unknown, unknown, unknown]
    if (typeof choices !== 'object' || choices === null) return piece
    const longer = Object.entries(choices).map(([choice, then]) => [
      choice,
      choice === 'offset' ? then : lengthenPieces(then),
    ])
    return [name, kind, Object.fromEntries(longer)]
  })
}

const lengthen = (text: string): string =>
  text
    .split(/(<[^>]*>)/)
    .map(part =>
      part.startsWith('<')
        ? part
        : part.replaceAll(/\p{L}{2,}/gu, word => {
            const more = Math.ceil(word.length * 0.4)
            const vowel = /[aeiouyáäéíóôúý]/iu.exec(word)
            const at = vowel ? vowel.index + 1 : word.length
            return word.slice(0, at) + (vowel?.[0] ?? 'o').toLowerCase().repeat(more) + word.slice(at)
          }),
    )
    .join('')
