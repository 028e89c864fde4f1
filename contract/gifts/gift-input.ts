import * as z from 'zod/mini'
import { isPlainText } from '../addresses/plain-text.ts'
import { Day, Email } from '../wire.ts'
import { giftMessageMax } from './gift-terms.ts'

/** An optional text; empty counts as not given. */
const optionalText = (maxLength: number, holds: (text: string) => boolean) =>
  z.pipe(
    z.optional(
      z.nullable(
        z.string().check(
          z.trim(),
          z.maxLength(maxLength, 'max_length'),
          z.refine(text => text === '' || holds(text), 'invalid_input'),
        ),
      ),
    ),
    z.transform(text => text || null),
  )

/** A gift's recipient, the day its link is mailed, and the giver's greeting. */
export const GiftInput = z.strictObject({
  email: Email,
  date: Day,
  name: optionalText(100, isPlainText),
  /** Line breaks are allowed, other control characters are not. */
  message: optionalText(giftMessageMax, text => text.split(/\r?\n/).every(isPlainText)),
})
