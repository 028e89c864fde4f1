import { pgSequence } from 'drizzle-orm/pg-core'

/** Numbers of requests: the messages themselves are mails, of which nothing else is kept. */
export const helpRequestNumbers = pgSequence('help_request_numbers', { startWith: 1001 })
