import type { Page } from '@playwright/test'

/**
 * Layout faults that axe doesn't find: horizontal scrolling, and text that is cut off, overflows its button or
 * overlaps other text, and years and short words that break. The publisher's blocks are not checked.
 *
 * @returns one sentence for each fault
 */
export const layoutFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    type Line = { text: string; node: Text; left: number; right: number; top: number; bottom: number }
    const faults = new Set<string>()
    const { clientWidth, scrollWidth } = document.documentElement
    if (scrollWidth > clientWidth) faults.add(`the page scrolls sideways by ${scrollWidth - clientWidth} px`)
    const lines: Line[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement
      if (!(node instanceof Text) || !node.data.trim() || !parent?.checkVisibility()) continue
      if (parent.closest('select, script, style')) continue
      const range = document.createRange()
      for (const { index, 0: year } of node.data.matchAll(/\b20\d\d\b/g)) {
        range.setStart(node, index)
        range.setEnd(node, index + year.length)
        if (range.getClientRects().length > 1) faults.add(`${year} is broken in “${node.data.trim()}”`)
      }
      range.selectNodeContents(node)
      if (range.getClientRects().length > 1) findBrokenWords(node)
      for (const { left, right, top, bottom } of range.getClientRects()) {
        const line = { text: node.data.trim().slice(0, 40), node, left, right, top, bottom }
        if (right > left && bottom + scrollY > 0 && isShown(line, parent)) lines.push(line)
      }
    }
    for (const line of lines) {
      const button = line.node.parentElement?.closest('button, [role="tab"]')?.getBoundingClientRect()
      if (button && (line.left < button.left - 1 || line.right > button.right + 1)) {
        faults.add(`“${line.text}” spills out of its button`)
      }
      if (line.right > clientWidth + 1) faults.add(`“${line.text}” reaches beyond the screen`)
    }
    for (const [place, one] of lines.entries()) {
      for (const other of lines.slice(place + 1)) {
        if (one.node !== other.node && overlap(one, other))
          faults.add(`“${one.text}” lies over “${other.text}”`)
      }
    }
    return [...faults]

    /** Words that any line has room for; longer ones, addresses and what readers typed may break. */
    function findBrokenWords(node: Text): void {
      const range = document.createRange()
      for (const { index, 0: word } of node.data.matchAll(/(?<![^\s(„“])\p{L}{2,10}(?![^\s.,:;!?)“”])/gu)) {
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        const tops = [...range.getClientRects()].map(({ top }) => top)
        if (Math.max(...tops) - Math.min(...tops) > 8) faults.add(`“${word}” is broken`)
      }
    }

    /**
     * False for text hidden on purpose: for screen readers only, scrolled away, floating above the page, or
     * truncated with a full title.
     */
    function isShown(line: Line, parent: Element): boolean {
      for (let box: Element | null = parent; box && box !== document.body; box = box.parentElement) {
        const { position, overflowX, overflowY, clipPath, textOverflow } = getComputedStyle(box)
        if (textOverflow === 'ellipsis' && box.getAttribute('title') === line.node.data) return false
        if (clipPath !== 'none' || position === 'fixed' || position === 'sticky') return false
        if (/auto|scroll/.test(overflowX + overflowY)) return false
        if (!/hidden|clip/.test(overflowX + overflowY)) continue
        const edge = box.getBoundingClientRect()
        if (line.right > edge.right + 1 || line.bottom > edge.bottom + 4 || line.left < edge.left - 1) {
          faults.add(`“${line.text}” is cut`)
        }
      }
      return true
    }

    /** Overlap of glyphs, not only of line boxes. */
    function overlap(one: Line, other: Line): boolean {
      const height = Math.min(one.bottom - one.top, other.bottom - other.top)
      const across = Math.min(one.right, other.right) - Math.max(one.left, other.left)
      const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
      return across > 2 && down > height * 0.45
    }
  })

/**
 * WCAG 2.2 checks of controls beyond axe: targets of at least 24 px (2.5.8), accessible names that contain the
 * visible label (2.5.3), focus in reading order (2.4.3), no dragging (2.5.7), paste and password managers
 * allowed (3.3.8), and consistent help (3.2.6).
 *
 * @returns one sentence for each fault
 */
export const operationFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const faults: string[] = []
    const words = (text: string) => text.replaceAll(/\s+/g, ' ').trim().toLowerCase()
    const operable =
      'a[href], button, input:not([type="hidden"]), select, textarea, summary, [tabindex], [role="tab"]'
    for (const element of document.body.querySelectorAll<HTMLElement>(operable)) {
      if (!element.checkVisibility() || element.tabIndex < 0) continue
      const name =
        words(element.ariaLabel ?? element.innerText).slice(0, 40) || element.outerHTML.slice(0, 80)
      if (element.tabIndex > 0) faults.push(`“${name}” jumps the order of focus`)
      const labelled = element instanceof HTMLInputElement ? (element.labels?.[0] ?? element) : element
      const { width, height, bottom } = labelled.getBoundingClientRect()
      // Inline links are exempt; the skip link is visible only when focused.
      const isTarget = getComputedStyle(element).display !== 'inline' && bottom + scrollY > 0
      if (isTarget && (width < 24 || height < 24)) {
        faults.push(`“${name}” is ${Math.round(width)} × ${Math.round(height)} px`)
      }
      const seen = words(element.innerText)
      // Regions scrolled by keyboard have a name that is not their text.
      const isPressed = element.matches('a, button, summary, [role="tab"]')
      if (isPressed && element.ariaLabel !== null && !words(element.ariaLabel).includes(seen)) {
        faults.push(`“${seen}” is named “${element.ariaLabel}”`)
      }
      if (element instanceof HTMLInputElement) {
        const paste = new ClipboardEvent('paste', { bubbles: true, cancelable: true })
        if (!element.dispatchEvent(paste)) faults.push(`nothing can be pasted into “${name}”`)
        if (/password|email|tel/.test(element.type) && !element.autocomplete) {
          faults.push(`no password manager fills in “${name}”`)
        }
      }
    }
    for (const element of document.body.querySelectorAll('*')) {
      const { order, flexDirection } = getComputedStyle(element)
      if (order !== '0' || flexDirection.endsWith('reverse')) {
        faults.push(`${element.tagName} is seen elsewhere than it is read: ${element.className}`)
      }
      if (element.getAttribute('draggable') === 'true') faults.push(`${element.tagName} is to be dragged`)
    }
    if (!document.querySelector('footer a[href^="mailto:"]')) faults.push('no help in the footer')
    return faults
  })
