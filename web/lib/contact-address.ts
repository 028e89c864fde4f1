import type { HelpTopic } from '#contract/faq/acts.ts'
import { routes } from '#contract/routes.ts'

/** Query parameters of /faq that show something else than the answers: the contact form, and what describes the device. */
export const helpParameters = { contact: 'napiste', details: 'udaje' } as const

/** Where one writes to the help desk. */
export const contactAddress = (topic: HelpTopic | '' = ''): string =>
  `${routes.faq.path}?${helpParameters.contact}${topic && `=${topic}`}`

/** Page with what describes the device and the subscriptions, to be copied. */
export const detailsAddress = `${routes.faq.path}?${helpParameters.details}`
