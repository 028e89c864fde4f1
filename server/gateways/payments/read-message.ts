import type * as z from 'zod'
import { WebhookUnreadable } from './port.ts'

/** Parses the body of a webhook whose signature was verified. @throws WebhookUnreadable */
export function readMessage<S extends z.ZodType>(body: Buffer, schema: S): z.output<S> {
  try {
    return schema.parse(JSON.parse(body.toString()))
  } catch (cause) {
    throw new WebhookUnreadable('A signed message could not be read', { cause })
  }
}
