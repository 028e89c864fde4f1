import { expect, type Locator, type Page } from '@playwright/test'
import { lookAround } from './look-around.ts'

/** More stops than any page has before anything that a reader looks for. */
const mostStops = 150

/** A reader without a pointer. Every stop on the way is looked at: it has to be in sight, under nothing, and marked. */
export type Keyboard = {
  /** Moves the focus by Tab, backwards by Shift and Tab, within tabs and radios by arrows. */
  tabTo: (target: Locator) => Promise<void>
  /** Moves to what is pressed, and presses it. */
  press: (target: Locator, key?: 'Enter' | 'Space') => Promise<void>
  /** Moves to a field and writes into it, over what it holds. */
  write: (target: Locator, text: string) => Promise<void>
  /** Fails while the focus is lost: whoever goes on from there would begin the page anew. */
  expectFocusKept: () => Promise<void>
  /** Waits for the keeper of the focus, which comes when a page of the account area is at rest. */
  waitForRest: () => Promise<void>
}

/** @returns what can be done on a page without a pointer, key by key as a reader presses them */
export function byKeyboard(page: Page): Keyboard {
  const tabTo = async (target: Locator) => {
    await expect(target).toBeVisible()
    for (let stop = 0; stop < mostStops; stop++) {
      let key = ''
      // Asked again, since what is reached may still be on its way into sight.
      await expect
        .poll(async () => {
          const seen = await target.evaluate(lookAround)
          key = seen.key
          return seen.faults
        })
        .toEqual([])
      if (key === '') return
      await page.keyboard.press(key)
    }
    throw new Error(`${mostStops} stops do not lead to ${String(target)}`)
  }
  return {
    tabTo,
    press: async (target, key = 'Enter') => {
      await tabTo(target)
      await page.keyboard.press(key)
    },
    write: async (target, text) => {
      await tabTo(target)
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type(text)
    },
    waitForRest: async () => {
      await page.waitForFunction(() =>
        performance.getEntriesByType('resource').some(({ name }) => name.includes('/keep-focus-')),
      )
    },
    expectFocusKept: () => expect(page.locator('body'), 'the focus is lost').not.toBeFocused(),
  }
}
