import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { transformWithOxc } from 'vite'
import { expect, test } from '../fixtures.ts'

/** The observer alone, on a page of its own: it imports nothing. */
async function readProgram(): Promise<string> {
  const path = fileURLToPath(new URL('../../web/ui/keep-focus.ts', import.meta.url))
  const { code } = await transformWithOxc(readFileSync(path, 'utf8'), path)
  return `${code.replace('export function', 'function')}; keepFocus()`
}

const html = `
  <main tabindex="-1">
    <h1>Settings</h1>
    <button id="outside">Help</button>
    <section id="part">
      <h2>Devices</h2>
      <details id="folded" open><summary>More</summary><button id="inside">Rename</button></details>
      <button id="act">Remove</button>
      <button id="next">Add</button>
    </section>
  </main>
  <div id="toast" data-passing><button id="close">Close</button></div>`

const focus = (page: Page, id: string) => page.locator(`#${id}`).focus()
const remove = (page: Page, id: string) => page.evaluate(one => document.getElementById(one)?.remove(), id)

/** What is done to the page, and the text of what has the focus then; none where nothing has. */
const acts: [what: string, act: (page: Page) => Promise<unknown>, expected: string][] = [
  ['is removed: the heading of its part', page => remove(page, 'act'), 'Devices'],
  ['goes with its part: the heading of the page', page => remove(page, 'part'), 'Settings'],
  [
    'goes with all that the page held: the new heading',
    page => page.locator('main').evaluate(main => main.setHTMLUnsafe('<h1>Done</h1>')),
    'Done',
  ],
  [
    'is hidden: the heading of its part',
    page => page.locator('#act').evaluate(act => act.setAttribute('hidden', '')),
    'Devices',
  ],
  [
    'is folded in: the heading of its part',
    async page => {
      await focus(page, 'inside')
      await page.locator('#folded').evaluate(folded => folded.removeAttribute('open'))
    },
    'Devices',
  ],
  [
    'is removed by a page that focuses something else itself: that',
    page =>
      page.evaluate(() => {
        document.getElementById('act')?.remove()
        document.getElementById('next')?.focus()
      }),
    'Add',
  ],
  [
    'was in a toast that goes: what had it before',
    async page => {
      await focus(page, 'close')
      await remove(page, 'toast')
    },
    'Remove',
  ],
  [
    'was in a toast that goes after what had it before: the heading of that one’s part',
    async page => {
      await focus(page, 'close')
      await remove(page, 'act')
      await remove(page, 'toast')
    },
    'Devices',
  ],
  [
    'is left by a click on empty space: nothing',
    page => page.locator('#act').evaluate(act => act instanceof HTMLElement && act.blur()),
    '',
  ],
  ['stays while another element is removed: itself', page => remove(page, 'next'), 'Remove'],
]

test('the focus is kept where what had it …', async ({ page }) => {
  const program = await readProgram()
  for (const [what, act, expected] of acts) {
    await test.step(what, async () => {
      await page.goto('about:blank')
      await page.setContent(html)
      await page.evaluate(program)
      await focus(page, 'act')
      await act(page)
      // After the observer and the timer with which it waits for a focus on its way.
      await page.evaluate(() => new Promise(resolve => setTimeout(resolve, 20)))
      const held = await page.evaluate(() =>
        document.activeElement === document.body ? '' : document.activeElement?.textContent,
      )
      expect(held, what).toBe(expected)
    })
  }
})
