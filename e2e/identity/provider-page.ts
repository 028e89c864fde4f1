import type { Page } from '@playwright/test'

/** What somebody does on the page of the demo's Google, Apple or Facebook, in either language. */
export const atProvider = (page: Page) => ({
  continueAs: async (email: string, { verified = true } = {}) => {
    await page.getByLabel(/^(Iný e-mail|Another e-mail)$/).fill(email)
    const box = page.getByRole('checkbox')
    if ((await box.count()) > 0) await box.setChecked(verified)
    await page.getByRole('button', { name: /^(Pokračovať s|Continue with) / }).click()
  },
  cancel: () => page.getByRole('button', { name: /^(Zrušiť|Cancel)$/ }).click(),
})
