import type { HelpTopic } from '#contract/faq/acts.ts'
import { routes } from '#contract/routes.ts'

/** Query parameter of /faq that shows the contact form instead of the answers; its value is the topic. */
export const contactParameter = 'napiste'

/** Where one writes to the help desk. */
export const contactAddress = (topic: HelpTopic | '' = ''): string =>
  `${routes.faq.path}?${contactParameter}${topic && `=${topic}`}`
