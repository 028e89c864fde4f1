import * as z from 'zod/mini'
import { isPlainText } from '../addresses/plain-text.ts'
import { Day, Email } from '../wire.ts'
import { giftMessageMax } from './gift-terms.ts'

/** A text that may stay empty; nothing typed is nothing given. */
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

/** Whom a gift is for, when its link is mailed, and what the giver says with it. */
export const GiftInput = z.strictObject({
  email: Email,
  date: Day,
  name: optionalText(100, isPlainText),
  /** Its lines may be parted; nothing else in it is invisible. */
  message: optionalText(giftMessageMax, text => text.split(/\r?\n/).every(isPlainText)),
})
