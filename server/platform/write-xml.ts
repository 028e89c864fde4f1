import { escapeHtml } from './escape-html.ts'

/** An element's content: text, or its children in the order in which they are written; a list repeats the element. */
export type Xml = string | { [element: string]: Xml | readonly Xml[] }

/** Characters that XML 1.0 cannot hold, not even escaped. */
const impossible = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

/**
 * Writes XML, escaped.
 *
 * @param root one element by its name; children that begin with `@_` are attributes, `#text` is an element's text
 */
export const writeXml = (root: { [element: string]: Xml }): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${Object.entries(root).map(writeElement).join('')}\n`

function writeElement([name, content]: [string, Xml | readonly Xml[]]): string {
  if (Array.isArray(content)) return content.map(each => writeElement([name, each])).join('')
  if (typeof content === 'string') return `<${name}>${escape(content)}</${name}>`
  const entries = Object.entries(content)
  const attributes = entries.map(([key, value]) =>
    key.startsWith('@_') && typeof value === 'string' ? ` ${key.slice(2)}="${escape(value)}"` : '',
  )
  const inner = entries.map(([key, value]) => {
    if (key.startsWith('@_')) return ''
    return key === '#text' && typeof value === 'string' ? escape(value) : writeElement([key, value])
  })
  return `<${name}${attributes.join('')}>${inner.join('')}</${name}>`
}

const escape = (text: string): string => escapeHtml(text.replaceAll(impossible, ''))
