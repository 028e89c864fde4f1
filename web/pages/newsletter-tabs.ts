import { type NewsletterTab, newsletterTabs } from '#contract/routes.ts'

// Object.keys forgets the names' types.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
export const tabs = Object.keys(newsletterTabs) as NewsletterTab[]

/** The tab of a hash; the first one for any other (R2.30). */
export const tabOf = (hash: string): NewsletterTab => tabs.find(tab => newsletterTabs[tab] === hash) ?? 'sme'
