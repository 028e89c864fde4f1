import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'
import type { RunOptions } from 'axe-core'
import { copyWithScripts, isWithoutScripts } from './copy-with-scripts.ts'

/** Minified, it is read in two thirds of the time. */
const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** A theme changes only colours. */
export const colourRules = ['color-contrast', 'link-in-text-block']

/**
 * What axe finds on a page as it stands, its frames of the same origin included, and looks that no style sheet has. A page
 * that runs no scripts is judged by a copy that does. axe is put into a document once: reading it takes longer than a run.
 *
 * @param rules axe's own choice when not given
 * @returns one sentence for each fault
 */
export async function findWithAxe(page: Page, rules?: string[]): Promise<string[]> {
  if (!(await isWithoutScripts(page))) return runAxe(page, rules)
  const copy = await copyWithScripts(page)
  const faults = await runAxe(copy, rules)
  await copy.context().close()
  return faults
}

async function runAxe(page: Page, rules?: string[]): Promise<string[]> {
  await addAxe(page)
  const options: RunOptions = {
    // It would read style sheets inside the publisher's blocks by a <style>, which our policy stops.
    preload: false,
    resultTypes: ['violations'],
    ...(rules && { runOnly: { type: 'rule', values: rules } }),
  }
  const { unstyled, violations } = await page.evaluate(async options => {
    const unstyled = [...document.querySelectorAll('[class~="undefined"]')].map(each => each.outerHTML)
    return { unstyled, ...(await (Reflect.get(window, 'axe') as typeof axe).run(options)) }
  }, options)
  return [
    ...unstyled.map(html => `no such class: ${html.slice(0, 80)}`),
    ...violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target }) => `axe ${id}: ${target.join(' ')} (${help})`),
    ),
  ]
}

/** The page's own document gets it past Playwright, whose `evaluate` takes three times as long over a source of this size. */
async function addAxe(page: Page): Promise<void> {
  for (const frame of page.frames()) {
    if (await frame.evaluate(() => 'axe' in window)) continue
    if (frame !== page.mainFrame()) {
      await frame.evaluate(source)
      continue
    }
    const session = await page.context().newCDPSession(page)
    await session.send('Runtime.evaluate', { expression: source })
  }
}
