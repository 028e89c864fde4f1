import type { Page } from '@playwright/test'

/** Highest allowed layout shift (CLS) while the page loads. */
const mostShift = 0.02

/** Runs in the page first: sums layout shifts without user input. */
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

/** Layout shift while the page loaded, if too much. */
export async function findShifts(page: Page): Promise<string[]> {
  const { shift, moved } = await page.evaluate(() => {
    const told = Reflect.get(window, 'galleryShifts') as { shift: number; moved: Set<string> }
    return { shift: told.shift, moved: [...told.moved] }
  })
  return shift > mostShift ? [`moved by ${shift.toFixed(3)} while it came: ${moved.join(' | ')}`] : []
}
