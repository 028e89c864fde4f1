import XMLBuilder from 'fast-xml-builder'

/** An element's content: text, or its children in the order in which they are written; undefined leaves it out. */
export type Xml = string | { [element: string]: Xml | readonly Xml[] | undefined }

const builder = new XMLBuilder({ format: true, ignoreAttributes: false, suppressBooleanAttributes: false })

/** Characters that XML 1.0 cannot hold, not even escaped. */
const impossible = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

/**
 * Writes XML, escaped.
 *
 * @param root one element by its name; children that begin with `@_` are attributes, `#text` is an element's text
 */
export const writeXml = (root: { [element: string]: Xml }): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${builder.build(clean(root))}`

function clean(value: Xml | readonly Xml[] | undefined): unknown {
  if (typeof value === 'string') return value.replaceAll(impossible, '')
  if (value === undefined) return undefined
  if (Array.isArray(value)) return value.map(each => clean(each))
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, each]) => each !== undefined)
      .map(([name, each]) => [name, clean(each)]),
  )
}
