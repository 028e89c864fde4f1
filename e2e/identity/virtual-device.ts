import type { Page } from '@playwright/test'

/** A device with a screen lock, as Chromium's virtual authenticator. */
export async function addDevice(page: Page, given: { isUserVerified?: boolean } = {}): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable', { enableUI: false })
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: given.isUserVerified ?? true,
      automaticPresenceSimulation: true,
    },
  })
}
