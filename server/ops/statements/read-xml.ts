import sax from 'sax'
import { StatementError } from './statement-error.ts'
import type { XmlElement } from './xml-element.ts'

/** The five entities of XML itself; a document can't add any, since declarations are refused. */
const entities = { amp: '&', gt: '>', lt: '<', quot: '"', apos: "'" }

const deepest = 40

/** Largest part, in characters of text and attributes: an entry has some hundreds. */
const largestPart = 1_000_000

/** Most elements of one part: some thousands of transfers that the bank has booked as one. */
const mostElements = 100_000

/**
 * Most attributes of one element; a bank writes a few. The parser compares each with all before it (quadratic), so the
 * element is refused before many more are read.
 */
const mostAttributes = 100

/** Longest tag in characters: bounds the quadratic comparison of its attributes. */
const longestTag = 20_000

export type XmlPart = {
  root: { name: string; namespace: string }
  parents: readonly XmlElement[]
  part: XmlElement
}

/**
 * Streams a document and yields the elements at one depth, each with its content; ancestors come without theirs, so that
 * a long document does not fill the memory. A DOCTYPE is refused, and with it custom entities: no XXE, no entity
 * expansion.
 *
 * @param pieces of its text
 * @param depth of the parts: 1 is the root
 * @throws StatementError naming the line, when it is not well-formed XML
 */
export async function* readXmlParts(pieces: AsyncIterable<string>, depth: number): AsyncGenerator<XmlPart> {
  const found: XmlPart[] = []
  const { parser, requireShortTag } = openParser(depth, part => found.push(part))
  for await (const piece of pieces) {
    parser.write(piece)
    requireShortTag()
    yield* found.splice(0)
  }
  parser.close()
  yield* found
}

function openParser(depth: number, give: (part: XmlPart) => void) {
  const parser = sax.parser(true, { xmlns: true, position: true })
  parser.ENTITIES = entities
  const open: XmlElement[] = []
  let root: XmlPart['root'] = { name: '', namespace: '' }
  let held = 0
  let elements = 0
  let tagBegan: number | undefined
  const line = () => parser.line + 1
  const refuse = (sentence: string): never => {
    throw new StatementError(`line ${line()}`, sentence)
  }
  const hold = (text: string) => {
    held += text.length
    if (held > largestPart || elements > mostElements)
      refuse('the entry does not end: it is larger than any entry of a statement can be.')
  }
  const refuseTag = () => refuse('an element has more attributes than any of a statement can have.')
  const requireShortTag = () => {
    if (tagBegan !== undefined && parser.position - tagBegan > longestTag) refuseTag()
  }

  // The parser is no EventTarget: its callbacks are properties.
  // oxlint-disable-next-line unicorn/prefer-add-event-listener
  parser.onerror = error =>
    refuse(`this is no well-formed XML (${firstLine(error)}); export the statement again.`)
  parser.ondoctype = () =>
    refuse('a document type is declared, which no bank does; export the statement again.')
  parser.onopentagstart = () => {
    tagBegan = parser.position
  }
  parser.onopentag = tag => {
    tagBegan = undefined
    if (Object.keys(tag.attributes).length > mostAttributes) refuseTag()
    const uri = 'uri' in tag ? tag.uri : ''
    const name = 'local' in tag ? tag.local : tag.name
    if (open.length === 0) root = { name, namespace: uri }
    if (open.length >= deepest) refuse('the elements are nested deeper than in any statement.')
    if (open.length < depth) held = elements = 0
    elements += 1
    const attributes = Object.fromEntries(
      Object.values(tag.attributes).map(attribute =>
        typeof attribute === 'string' ? ['', attribute] : [attribute.local, attribute.value],
      ),
    )
    hold(Object.values(attributes).join(''))
    const element: XmlElement = { name, attributes, text: '', children: [], line: line() }
    // Ancestors keep no children: these are yielded one by one.
    if (open.length >= depth) open.at(-1)?.children.push(element)
    open.push(element)
  }
  const addText = (text: string) => {
    const element = open.at(-1)
    if (!element || open.length < depth) return
    hold(text)
    element.text += text
  }
  // oxlint-disable-next-line unicorn/prefer-add-event-listener
  parser.ontext = addText
  parser.oncdata = addText
  parser.onclosetag = () => {
    const element = open.pop()
    if (!element) return
    element.text = element.text.trim()
    if (open.length === depth - 1) give({ root, parents: [...open], part: element })
  }
  return { parser, requireShortTag }
}

const firstLine = (error: Error): string => error.message.split('\n', 1)[0] ?? ''
