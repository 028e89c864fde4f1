import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { helpTopics } from '../faq/acts.ts'
import { Email, freeLine, freeText, isKeepable, Locale, requiredText } from '../wire.ts'

export const HelpRequest = z.object({
  topic: z.enum(helpTopics),
  name: freeLine(100),
  email: Email,
  message: requiredText(4000).check(z.refine(isKeepable, 'invalid_input')),
  /** Browser, page and subscriptions, as the form showed them; empty when the reader left them out. */
  details: freeText(4000),
  lang: Locale,
})
export type HelpRequest = z.infer<typeof HelpRequest>

export const writeToHelpDesk = endpoint({
  method: 'POST',
  path: '/rest/api/prv/v1/help-requests',
  summary: 'Sends a message to the help desk, and a copy to the reader',
  tag: 'Content',
  access: 'public',
  staysIn: 'maintenance',
  body: HelpRequest,
  success: { status: 201, body: z.object({ number: z.string() }) },
  refusals: ['too_many_requests'],
})
