import { join } from 'node:path'
import { test as base, expect } from '@playwright/test'
import { sampleMails } from '#server/testing/make/sample-mails.ts'
import { findWithAxe } from '../axe/find-with-axe.ts'
import { layoutFaults } from '../axe/laws.ts'
import { folder } from './folder.ts'

const looks = [
  { name: '390', width: 390, colorScheme: 'light' },
  { name: '390-dark', width: 390, colorScheme: 'dark' },
  { name: '600', width: 600, colorScheme: 'light' },
  { name: '600-dark', width: 600, colorScheme: 'dark' },
] as const

for (const { template, locale, html } of sampleMails()) {
  base(`the mail ${template} in ${locale}`, async ({ page }) => {
    await page.setContent(html)
    const faults: string[] = []
    // What an empty placeholder leaves behind.
    const gap = /\w+ [.,:;](?!\w)/.exec(await page.innerText('body'))
    if (gap) faults.push(`a value is missing: ${gap[0]}`)
    for (const { name, width, colorScheme } of locale === 'sk' ? looks : looks.slice(0, 1)) {
      await page.setViewportSize({ width, height: 600 })
      await page.emulateMedia({ colorScheme })
      const language = locale === 'sk' ? '' : `-${locale}`
      const path = join(folder, 'e-mailove-spravy', `${template}--${name}${language}.png`)
      await page.screenshot({ path, fullPage: true })
      // A mail has no landmarks; rules about them do not apply.
      const found = (await findWithAxe(page)).filter(fault => !/axe (region|landmark-one-main)/.test(fault))
      faults.push(...[...found, ...(await layoutFaults(page))].map(fault => `${name}: ${fault}`))
    }
    expect(faults).toEqual([])
  })
}
