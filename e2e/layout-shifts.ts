import type { Page } from '@playwright/test'

/** Sums layout shifts from now on (Cumulative Layout Shift), those after a press too. */
export async function countShifts(page: Page): Promise<void> {
  await page.evaluate(() => {
    let shift = 0
    const count = (entries: PerformanceEntryList) => {
      for (const entry of entries) shift += Reflect.get(entry, 'value') as number
    }
    const observer = new PerformanceObserver(list => count(list.getEntries()))
    observer.observe({ type: 'layout-shift' })
    Object.defineProperty(window, 'shift', {
      get: () => {
        count(observer.takeRecords())
        return shift
      },
    })
  })
}

/** What `countShifts` has summed. */
export const shifted = (page: Page): Promise<number> =>
  page.evaluate(() => Reflect.get(window, 'shift') as number)
