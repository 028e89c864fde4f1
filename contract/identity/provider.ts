import * as z from 'zod/mini'

/** Providers whose accounts a reader may link (R1.10). */
export const Provider = z.enum(['google', 'facebook', 'apple'])
export type Provider = z.infer<typeof Provider>
