import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** Most that a page may move while it comes; of 1, the whole screen. */
const mostShift = 0.02

/** A theme changes nothing but colours. */
export const colourRules = ['color-contrast', 'link-in-text-block']

/** In the page, before anything else: counts how much of it moves without the reader's doing. */
export function countShifts(): void {
  type Shift = { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] }
  const told = { shift: 0, moved: new Set<string>() }
  Reflect.set(window, 'galleryShifts', told)
  new PerformanceObserver(list => {
    for (const entry of list.getEntries() as unknown as Shift[]) {
      if (entry.hadRecentInput) continue
      told.shift += entry.value
      for (const { node } of entry.sources) told.moved.add((node?.textContent ?? '').trim().slice(0, 30))
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

/** What moved while the page came, if too much. */
export async function findShifts(page: Page): Promise<string[]> {
  const { shift, moved } = await page.evaluate(() => {
    const told = Reflect.get(window, 'galleryShifts') as { shift: number; moved: Set<string> }
    return { shift: told.shift, moved: [...told.moved] }
  })
  return shift > mostShift ? [`moved by ${shift.toFixed(3)} while it came: ${moved.join(' | ')}`] : []
}

/** What axe finds on the page as it stands. */
export async function findWithAxe(page: Page, rules?: readonly string[]): Promise<string[]> {
  const look = new AxeBuilder({ page }).options({ preload: false }).setLegacyMode(true)
  if (rules) look.withRules([...rules])
  const { violations } = await look.analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(node => `axe ${id}: ${node.target.join(' ')}`))
}

/** What is wider than the screen, and which words are cut. */
export const findCut = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const faults: string[] = []
    const wide = document.documentElement.scrollWidth - window.innerWidth
    if (wide > 0) faults.push(`the page is ${wide} px wider than the screen`)
    const named = (element: Element) =>
      `${element.tagName.toLowerCase()} „${(element.textContent ?? '').trim().slice(0, 40)}“`
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      const style = getComputedStyle(element)
      const clips = style.overflowX === 'hidden' || style.overflowX === 'clip'
      // Words for those who listen alone are one pixel wide.
      if (
        !clips ||
        element.clientWidth <= 1 ||
        element instanceof HTMLInputElement ||
        style.visibility === 'hidden'
      )
        continue
      if (element.scrollWidth > element.clientWidth + 1) faults.push(`cut: ${named(element)}`)
    }
    const lines: { of: Element; box: DOMRect }[] = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const parent = node.parentElement
      if (!parent || !node.textContent?.trim() || parent.closest('script, style, [popover]')) continue
      if (!parent.checkVisibility({ visibilityProperty: true })) continue
      // What scrolls by itself or is for those who listen may reach beyond the screen.
      let aside: Element | null = parent
      while (
        aside &&
        !/auto|scroll/.test(getComputedStyle(aside).overflowX) &&
        getComputedStyle(aside).clipPath === 'none'
      )
        aside = aside.parentElement
      if (aside) continue
      range.selectNodeContents(node)
      if (!/sticky|fixed|absolute/.test(positionsOver(parent))) {
        for (const { x, y, width, height } of range.getClientRects())
          lines.push({ of: parent, box: new DOMRect(x + 2, y + height / 4, width - 4, height / 2) })
      }
      const box = range.getBoundingClientRect()
      if (box.width > 0 && (box.left < -1 || box.right > window.innerWidth + 1))
        faults.push(`beyond the screen: ${named(parent)}`)
    }
    for (const [index, one] of lines.entries()) {
      const other = lines.slice(index + 1).find(({ box }) => overlap(one.box, box))
      if (other) faults.push(`${named(one.of)} lies over ${named(other.of)}`)
    }
    return faults

    function overlap(a: DOMRect, b: DOMRect): boolean {
      return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
    }

    function positionsOver(element: Element | null): string {
      if (!element) return ''
      return getComputedStyle(element).position + positionsOver(element.parentElement)
    }
  })
