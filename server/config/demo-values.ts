/** What the demo has and no production may have, where more than one place needs it. */
export const demoValues = {
  /** Who publishes, sells and takes transfers. */
  publisher: 'Vydavateľstvo Denník, a. s.',
  /** The domain of its sites and mailboxes. */
  domain: 'dennik.example',
  featuresClientKey: 'sdk-demo',
  /** Plans that its shop compares. */
  shopPlans: 'standard_1y,premium_1y,premium_plus_1y',
  captchaPublicKey: 'demo-captcha',
} as const
