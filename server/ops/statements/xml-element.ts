/** An element of an XML document with its content. */
export type XmlElement = {
  name: string
  attributes: Readonly<Record<string, string>>
  /** Its own text, trimmed. */
  text: string
  children: XmlElement[]
  /** Line of the document in which it begins. */
  line: number
}

/** All elements at the end of a path of names, e.g. `RmtInf/Ustrd`. */
export function elementsAt(element: XmlElement, path: string): XmlElement[] {
  let found = [element]
  for (const name of path.split('/')) {
    found = found.flatMap(({ children }) => children.filter(child => child.name === name))
  }
  return found
}

export const elementAt = (element: XmlElement, path: string): XmlElement | undefined =>
  elementsAt(element, path)[0]

/** The first non-empty text of several paths; undefined when there is none. */
export function textAt(element: XmlElement, ...paths: string[]): string | undefined {
  for (const path of paths) {
    const text = elementsAt(element, path).find(found => found.text !== '')?.text
    if (text !== undefined) return text
  }
  return undefined
}
