import sax from 'sax'
import { StatementError } from './statement-error.ts'
import { inPieces } from './text-pieces.ts'
import type { XmlElement } from './xml-element.ts'

/** The five that XML itself knows; a document cannot add any, for it may declare nothing. */
const entities = { amp: '&', gt: '>', lt: '<', quot: '"', apos: "'" }

const deepest = 40

/** The most that one part may hold, in characters of text and attributes: an entry has some hundreds. */
const largestPart = 1_000_000

/** Of one part: some thousands of transfers that the bank has booked as one. */
const mostElements = 100_000

/**
 * Of one element; a bank writes a few. The parser compares each with all before it, so it is refused before many more
 * are read.
 */
const mostAttributes = 100

/** In characters, from an element's name to its end: as many attributes as fit in are compared with each other. */
const longestTag = 20_000

export type XmlPart = {
  root: { name: string; namespace: string }
  parents: readonly XmlElement[]
  part: XmlElement
}

/**
 * Reads a document piece by piece and gives what stands at one depth of it, each element with all that is in it; what
 * is above is given without its content, so that a long document does not fill the memory. Declarations of a document
 * type are refused, and with them entities of its own: nothing is fetched and nothing grows.
 *
 * @param depth of the parts: 1 is the root
 * @throws StatementError naming the line, when it is no well-formed XML
 */
export async function* readXmlParts(text: string, depth: number): AsyncGenerator<XmlPart> {
  const found: XmlPart[] = []
  const { parser, requireShortTag } = openParser(depth, part => found.push(part))
  for await (const piece of inPieces(text)) {
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

  // The parser is no event target: its callbacks are how it is listened to.
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
    // What is above the parts keeps no children: they are given away one by one.
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
