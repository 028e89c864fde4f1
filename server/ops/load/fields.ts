import * as z from 'zod'
import { emailPattern } from '#contract/wire.ts'
import { normaliseEmail } from '#server/modules/identity/email.ts'

/** Key of a row in the publisher's files, to which other files refer. */
export const Key = z.string().trim().min(1).max(100)

/** A text that readers see. PostgreSQL keeps no zero character. */
export const Text = z
  .string()
  .min(1)
  .refine(text => !text.includes('\0'), { message: 'holds a zero character; remove it.' })

/** A text in both languages. */
export const Texts = z.strictObject({ sk: Text, en: Text })

/** Without the full stop at its end, for a sentence of ours, which has its own. */
export const withoutFullStop = (text: string): string => text.replace(/[.!]+$/, '')

const Reason = z.string().trim().overwrite(withoutFullStop).pipe(Text)

/** Why, as the reader is told in both languages. */
export const Reasons = z.strictObject({ sk: Reason, en: Reason })

/** Normalized e-mail of a reader. */
export const ReaderEmail = z
  .string()
  .transform(normaliseEmail)
  .pipe(z.email({ pattern: emailPattern }).max(254))

/** Whole cents. */
export const Cents = z.int().min(0).max(100_000_000)

export const Currency = z.literal('EUR')
