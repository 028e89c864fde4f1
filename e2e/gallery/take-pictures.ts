import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { colourRules, findWithAxe } from '../axe/find-with-axe.ts'
import { layoutFaults, operationFaults } from '../axe/laws.ts'
import { expect, test } from '../fixtures.ts'
import { countShifts, findShifts } from './find-faults.ts'
import { folder } from './folder.ts'
import { type Look, moreLooks, narrowLooks, usualLooks } from './looks.ts'
import { openState } from './open-state.ts'
import type { State } from './state.ts'
import { states } from './states.ts'

for (const state of states) {
  const looks = state.inEveryLook ? [...usualLooks, ...moreLooks] : usualLooks
  for (const language of ['sk', 'en'] as const) {
    const ofLanguage = looks.filter(look => look.language === language)
    // Actions use Slovak labels.
    if (ofLanguage.length === 0 || (language === 'en' && state.act)) continue
    test.describe(() => {
      test.use({ javaScriptEnabled: !state.withoutScripts })
      test(`${state.screen} ${state.name} ${language}`, async ({ page, expectRefusal }) => {
        test.setTimeout(180_000)
        const [first] = ofLanguage
        if (first) await look(page, first)
        await page.addInitScript(countShifts)
        await openState(page, state, { language, expectRefusal })
        // An error may have another height than the content it replaces.
        const isRefused = state.provoked?.some(({ refusal }) => refusal !== undefined) ?? false
        const faults =
          state.act || state.givesWay || state.withoutScripts || isRefused ? [] : await findShifts(page)
        for (const each of ofLanguage) faults.push(...(await takePicture(page, state, each)))
        for (const each of language === 'sk' ? narrowLooks : []) {
          await look(page, each)
          faults.push(...named(each, await layoutFaults(page)))
        }
        expect(faults).toEqual([])
      })
    })
  }
}

/** @returns what is wrong with it */
async function takePicture(page: Page, state: State, each: Look): Promise<string[]> {
  await look(page, each)
  // A dialog stands in the middle of the screen, not of the page; a toast at its foot.
  const fullPage = (await page.locator('dialog:modal, [class*="toast"]').count()) === 0
  // Where the page stays scrolled, what is sticky would stand too low in a picture of all of it.
  if (fullPage) await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  await page.screenshot({
    path: join(folder, state.screen, `${state.name}--${each.name}.png`),
    fullPage,
    animations: 'disabled',
  })
  const faults = await layoutFaults(page)
  if (each.forcedColors || each.reducedMotion) return named(each, faults)
  faults.push(...(await findWithAxe(page, each.scheme === 'dark' ? colourRules : undefined)))
  if (each.scheme === 'light' && each.width === 390) {
    // Fatal screens have no footer, so no help link.
    if (!state.bare) faults.push(...(await operationFaults(page)))
    await page.emulateMedia({ colorScheme: 'dark' })
    faults.push(...(await findWithAxe(page, colourRules)).map(fault => `dark: ${fault}`))
  }
  return named(each, faults)
}

const named = (each: Look, faults: string[]) => faults.map(fault => `${each.name}: ${fault}`)

async function look(page: Page, each: Look): Promise<void> {
  await page.setViewportSize({ width: each.width, height: each.height })
  await page.emulateMedia({
    colorScheme: each.scheme,
    forcedColors: each.forcedColors ? 'active' : 'none',
    reducedMotion: each.reducedMotion ? 'reduce' : 'no-preference',
  })
  // Pages use `rem`, so this equals the browser's text-size setting.
  const textSize = each.textScale === undefined ? '' : `${each.textScale * 100}%`
  await page.evaluate(size => {
    document.documentElement.style.fontSize = size
  }, textSize)
}
