import { byKeyboard } from '../axe/by-keyboard.ts'
import { expect, onSeveralOrigins, signIn, test } from '../fixtures.ts'
import { subscriptionScreen } from '../subscriptions/subscription-screen.ts'

test(
  'R1.04 journey, 1 press: the last document as a PDF to keep, also from a page that has been open for long',
  onSeveralOrigins,
  async ({ page, presses, context }) => {
    await signIn(page, 'premium-card')
    await page.goto('/predplatne')
    const { documents } = subscriptionScreen(page)
    const receipt = documents.getByRole('link', { name: /^Potvrdenie PDF: / }).first()
    const keys = byKeyboard(page)
    for (const name of ['fresh', 'stale']) {
      if (name === 'stale') await context.clearCookies({ name: 'ppp' })
      presses.restart()
      const [download] = await Promise.all([page.waitForEvent('download'), keys.press(receipt)])
      await presses.expect(1)
      expect(download.suggestedFilename(), name).toMatch(/^P-\d{4}-\d{6}\.pdf$/)
      const chunks: Buffer[] = []
      for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
      expect(Buffer.concat(chunks).subarray(0, 8).toString()).toBe('%PDF-1.7')
    }
    await expect(page).toHaveURL(/\/predplatne$/)
  },
)

test('R1.04 a company has an invoice', async ({ page }) => {
  await signIn(page, 'company-admin')
  await page.goto('/predplatne')
  const { documents } = subscriptionScreen(page)
  await expect(documents.getByRole('link', { name: /^Faktúra PDF: / })).toHaveCount(1)
})
