import { describe, expect, test } from 'vitest'
import { cleanMarkup, isAllowedAttribute, isAllowedElement } from './allowed-markup.ts'

describe('R7.03 markup of the layout', () => {
  test.each(['nav', 'ul', 'a', 'img', 'picture', 'svg', 'path', 'form', 'input', 'button', 'my-header'])(
    'may have <%s>',
    name => expect(isAllowedElement(name)).toBe(true),
  )

  test.each([
    'script',
    'SCRIPT',
    'style',
    'link',
    'meta',
    'base',
    'iframe',
    'object',
    'embed',
    'template',
    'set',
  ])('may not have <%s>', name => expect(isAllowedElement(name)).toBe(false))

  test.each([
    ['class', 'a'],
    ['aria-label', 'Rubriky'],
    ['data-site', 'profil'],
    ['viewBox', '0 0 1 1'],
    ['href', '/faq'],
    ['href', '#menu'],
    ['href', 'https://dennik.example'],
    ['href', 'mailto:pomoc@dennik.example'],
    ['href', 'tel:+421212345678'],
    ['src', 'data:image/png;base64,AA'],
  ])('keeps %s="%s"', (name, value) => expect(isAllowedAttribute(name, value)).toBe(true))

  test.each([
    ['onclick', 'alert(1)'],
    ['ONLOAD', 'alert(1)'],
    ['onfocus', 'alert(1)'],
    ['style', 'position:fixed'],
    ['srcdoc', '<script>'],
    ['method', 'post'],
    ['formaction', '/logout'],
    ['formmethod', 'post'],
    ['ping', 'https://evil.example'],
    ['autofocus', ''],
    ['slot', 'x'],
    ['xlink:href', 'javascript:alert(1)'],
    ['href', 'javascript:alert(1)'],
    ['href', ' java\nscript:alert(1)'],
    ['href', '\u0001javascript:alert(1)'],
    ['href', 'JaVaScRiPt:alert(1)'],
    ['href', 'data:text/html,<script>alert(1)</script>'],
    ['href', 'vbscript:x'],
    ['href', 'blob:https://evil.example/1'],
    ['href', 'https://'],
    ['src', 'data:text/html,x'],
    ['action', 'javascript:alert(1)'],
  ])('leaves out %s="%s"', (name, value) => expect(isAllowedAttribute(name, value)).toBe(false))

  test('is sanitized before it is shown, and what was removed is returned', () => {
    const elements = [
      fakeElement('a', { href: '/faq', onclick: 'x()', class: 'dn-link' }),
      fakeElement('script', { src: 'https://evil.example/a.js' }),
      fakeElement('b', {}),
    ]
    expect(cleanMarkup(markupOf(elements))).toEqual(['onclick', '<script>'])
    expect(elements.map(each => each.state())).toEqual(['a href class', 'removed', 'b'])
  })
})

/** A minimal fake of an element. */
function fakeElement(localName: string, given: Record<string, string>) {
  const left = new Map(Object.entries(given))
  let removed = false
  return {
    localName,
    getAttributeNames: () => [...left.keys()],
    getAttribute: (name: string) => left.get(name),
    removeAttribute: (name: string) => void left.delete(name),
    remove: () => {
      removed = true
    },
    state: () => (removed ? 'removed' : [localName, ...left.keys()].join(' ')),
  }
}

const markupOf = (elements: ReturnType<typeof fakeElement>[]) =>
  // A minimal fake of a node list.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  ({ querySelectorAll: () => elements }) as unknown as Parameters<typeof cleanMarkup>[0]
