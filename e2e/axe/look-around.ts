/**
 * Runs in the page. Faults of the focus: lost (WCAG 2.4.3), without a ring (2.4.7) or obscured (2.4.11 and
 * 2.4.12, not even in part); and the next key towards a target. The publisher's blocks and headings focused by
 * script are exempt.
 *
 * @returns the faults in words; no key when the target is reached; undefined when it was drawn anew
 */
export function lookAround(target: Element): { faults: string[]; key: string } | undefined {
  if (!target.isConnected) return undefined
  const held = document.activeElement === document.body ? null : document.activeElement
  const former: unknown = Reflect.get(window, 'formerFocus')
  // A page just loaded has no focus yet: Tab starts at its top.
  if (!held) return { faults: former instanceof Element ? ['the focus is lost'] : [], key: 'Tab' }
  Reflect.set(window, 'formerFocus', held)
  const key = held === target ? '' : keyFrom(held)
  const isOperated =
    held instanceof HTMLElement && !held.shadowRoot && (held.tabIndex >= 0 || held.role === 'tab')
  if (!isOperated) return { faults: [], key }
  const faults: string[] = []
  if (former instanceof Element && former !== held && ringOf(former) > 0)
    faults.push('another one has a ring')
  if (ringOf(held) < 2) faults.push('it has no ring')
  if (cutOf(held) > 1) faults.push('its ring is cut')
  faults.push(...coversOf(held))
  const name = held.ariaLabel ?? held.textContent.trim().slice(0, 40)
  return { faults: faults.map(fault => `“${name || held.outerHTML.slice(0, 80)}”: ${fault}`), key }

  /** Width of the focus ring, in px. */
  function ringOf(element: Element): number {
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    return outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth)
  }

  /** How much of the ring the edge of a box around it cuts off, in px. */
  function cutOf(element: Element): number {
    const { outlineWidth, outlineOffset } = getComputedStyle(element)
    const ring = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset)
    const { left, right, top, bottom } = element.getBoundingClientRect()
    let cut = 0
    for (let box = element.parentElement; box && box !== document.body; box = box.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(box)
      const edge = box.getBoundingClientRect()
      if (overflowX !== 'visible') cut = Math.max(cut, edge.left - left + ring, right + ring - edge.right)
      if (overflowY !== 'visible') cut = Math.max(cut, edge.top - top + ring, bottom + ring - edge.bottom)
    }
    return cut
  }

  /**
   * Elements that cover it, probed at its centre and near its corners; for a screen-sized element a visible
   * part is enough.
   */
  function coversOf(element: Element): string[] {
    const covers: string[] = []
    let seen = 0
    const isLarge = element.getBoundingClientRect().height > innerHeight / 2
    for (const box of element.getClientRects()) {
      const { left, right, width, height } = box
      const [top, bottom] = isLarge
        ? [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)]
        : [box.top, box.bottom]
      const [x, y] = [Math.min(6, width / 4), Math.min(6, height / 4)]
      const middle = { x: (left + right) / 2, y: (top + bottom) / 2 }
      const corners = [left + x, right - x].flatMap(across => [
        { x: across, y: top + y },
        { x: across, y: bottom - y },
      ])
      for (const place of [middle, ...corners]) {
        const hit = document.elementFromPoint(place.x, place.y)
        const label = hit?.closest('label')
        if (!hit) covers.push('it is out of sight')
        else if (hit.contains(element) || element.contains(hit) || label?.contains(element)) seen++
        else covers.push(`it lies under ${hit.outerHTML.slice(0, 80)}`)
      }
    }
    if (seen === 0) return ['it is not to be seen', ...covers]
    return isLarge ? [] : covers
  }

  function keyFrom(element: Element): string {
    const isBefore = Boolean(element.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_PRECEDING)
    const isRadio =
      element.matches('[type="radio"]') && Reflect.get(element, 'name') === Reflect.get(target, 'name')
    if (isRadio) return isBefore ? 'ArrowUp' : 'ArrowDown'
    const isTab = target.closest('[role="tablist"]')?.contains(element)
    if (isTab) return isBefore ? 'ArrowLeft' : 'ArrowRight'
    return isBefore ? 'Shift+Tab' : 'Tab'
  }
}
