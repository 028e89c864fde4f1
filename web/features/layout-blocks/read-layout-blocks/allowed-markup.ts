/** Elements that run, frame, restyle or redirect, or hide content from this sanitizer. */
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

/** Whether an element of the publisher's markup is allowed. */
export const isAllowedElement = (name: string): boolean => !refusedElements.has(name.toLowerCase())

/**
 * Allowlist of attributes: appearance, names and links. Event handlers, styles, form methods (a GET changes
 * nothing) and unknown ones are removed.
 *
 * @param value checked where it is an address: http(s), mailto or tel; data URLs for images
 */
export function isAllowedAttribute(given: string, value: string): boolean {
  const name = given.toLowerCase()
  if (/^(aria|data)-[\w.-]+$/.test(name)) return true
  if (!keptAttributes.has(name)) return false
  if (!addressAttributes.has(name)) return true
  try {
    // Parsed as by a browser, which ignores white space.
    const { protocol, href } = new URL(value, 'https://relative.invalid')
    return linkProtocols.includes(protocol) || (name === 'src' && /^data:image\//i.test(href))
  } catch {
    return false
  }
}

type Markup = Pick<DocumentFragment, 'querySelectorAll'>

/**
 * Sanitizes markup in place (R7.03). Defence in depth: the content security policy would stop most of it too.
 *
 * @param markup parsed and not yet shown
 * @returns what was removed, for the log
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
