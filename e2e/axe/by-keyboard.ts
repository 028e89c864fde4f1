import { expect, type Locator, type Page } from '@playwright/test'
import { lookAround } from './look-around.ts'

/** Upper bound of Tab stops before any target. */
const mostStops = 150

/** The way past head and menu of the account area. */
export const skipLink = 'a[href="#content"]'

/** Keyboard-only use. Every focused element on the way is checked: visible, not covered, with a focus ring. */
export type Keyboard = {
  /** Moves the focus by Tab, backwards by Shift and Tab, within tabs and radios by arrows. */
  tabTo: (target: Locator) => Promise<void>
  /** Moves to what is pressed, and presses it. */
  press: (target: Locator, key?: 'Enter' | 'Space') => Promise<void>
  /** Moves to a field and writes into it, over what it holds. */
  write: (target: Locator, text: string) => Promise<void>
  /** Moves to a list of options, and to the one of this label by arrows. */
  choose: (target: Locator, label: string) => Promise<void>
  /** Fails while the focus is lost: Tab would start the page from its top. */
  expectFocusKept: () => Promise<void>
  /** Waits for what keeps the focus, which is loaded after the page. */
  waitForRest: () => Promise<void>
}

/** On a page just loaded, as who uses a keyboard does: by its first stop past the publisher's head and the menu. */
async function skipToContent(page: Page, target: Locator): Promise<void> {
  const isBehindMenu = await target.evaluate(element => {
    const isNew = document.activeElement === document.body && !Reflect.has(window, 'formerFocus')
    return isNew && element.closest('#content') !== null
  })
  if (!isBehindMenu) return
  await page.keyboard.press('Tab')
  if ((await page.locator(`${skipLink}:focus`).count()) > 0) await page.keyboard.press('Enter')
}

/** @returns keyboard actions on a page, as real key presses */
export function byKeyboard(page: Page): Keyboard {
  const tabTo = async (target: Locator) => {
    await expect(target).toBeVisible()
    await skipToContent(page, target)
    // Found once and not at each stop: finding by role and name takes longer than a look.
    let found = await target.elementHandle()
    for (let stop = 0; stop < mostStops; stop++) {
      let key = ''
      // Polled, since the page may still be scrolling to it.
      await expect
        .poll(async () => {
          const seen = await found?.evaluate(lookAround)
          if (!seen) found = await target.elementHandle()
          if (!seen) return ['it was drawn anew']
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
      if (text === '') await page.keyboard.press('Delete')
      await page.keyboard.type(text)
    },
    choose: async (target, label) => {
      await tabTo(target)
      const chosen = target.locator('option:checked')
      const [options, from] = await Promise.all([
        target.getByRole('option').allTextContents(),
        chosen.textContent(),
      ])
      const steps = options.indexOf(label) - options.indexOf(from ?? '')
      for (let step = 0; step < Math.abs(steps); step++) {
        await page.keyboard.press(steps > 0 ? 'ArrowDown' : 'ArrowUp')
      }
      await expect(chosen).toHaveText(label)
    },
    waitForRest: async () => {
      await page.waitForFunction(() =>
        performance.getEntriesByType('resource').some(({ name }) => /\/(keep-focus|rest)-/.test(name)),
      )
    },
    expectFocusKept: () => expect(page.locator('body'), 'the focus is lost').not.toBeFocused(),
  }
}
