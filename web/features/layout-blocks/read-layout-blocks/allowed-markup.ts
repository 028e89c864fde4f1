/** What runs, frames, restyles or leads away by itself, or hides from what looks through the markup. */
const refusedElements = new Set(
  `script style link meta base iframe frame frameset object embed applet template noscript portal
   animate animatemotion animatetransform set`.split(/\s+/),
)

const keptAttributes = new Set(
  `class id lang dir title hidden role tabindex alt src srcset sizes media type width height loading decoding
   href hreflang target rel download name value placeholder for action autocomplete checked disabled open
   colspan rowspan scope datetime start itemprop itemscope itemtype
   xmlns viewbox preserveaspectratio focusable d points x y x1 x2 y1 y2 cx cy r rx ry transform opacity
   fill fill-rule fill-opacity clip-rule clip-path stroke stroke-width stroke-linecap stroke-linejoin
   stroke-opacity offset stop-color gradientunits gradienttransform`.split(/\s+/),
)

const addressAttributes = new Set(['href', 'src', 'action'])
const linkProtocols = ['https:', 'http:', 'mailto:', 'tel:']

/** Whether an element of the publisher's markup may stand in the page. */
export const isAllowedElement = (name: string): boolean => !refusedElements.has(name.toLowerCase())

/**
 * Whether an attribute may stay: one that says how something looks, what it is called or where it leads. Handlers,
 * styles, methods of forms (a GET changes nothing) and whatever is not known here are left out.
 *
 * @param value checked where it is an address: of the web, of a mailbox or of a telephone; pictures may be data
 */
export function isAllowedAttribute(given: string, value: string): boolean {
  const name = given.toLowerCase()
  if (/^(aria|data)-[\w.-]+$/.test(name)) return true
  if (!keptAttributes.has(name)) return false
  if (!addressAttributes.has(name)) return true
  try {
    // Read as a browser reads it, with all the white space that it would overlook.
    const { protocol, href } = new URL(value, 'https://relative.invalid')
    return linkProtocols.includes(protocol) || (name === 'src' && /^data:image\//i.test(href))
  } catch {
    return false
  }
}

type Markup = Pick<DocumentFragment, 'querySelectorAll'>

/**
 * Takes out of markup all that may not be in the page (R7.03). The content security policy would stop most of it as
 * well; here it is gone before it is part of the document.
 *
 * @param markup parsed and not yet shown
 * @returns what was taken out, for the log
 */
export function cleanMarkup(markup: Markup): string[] {
  const refused = new Set<string>()
  for (const element of markup.querySelectorAll('*')) {
    if (!isAllowedElement(element.localName)) {
      refused.add(`<${element.localName}>`)
      element.remove()
      continue
    }
    for (const name of element.getAttributeNames()) {
      if (isAllowedAttribute(name, element.getAttribute(name) ?? '')) continue
      refused.add(name)
      element.removeAttribute(name)
    }
  }
  return [...refused]
}
