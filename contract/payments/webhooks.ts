import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

export const receiveWebhook = endpoint({
  method: 'POST',
  path: '/webhooks/payments/:gateway',
  summary: 'Where the payment gateway sends its messages, signed as it signs them',
  tag: 'Payments',
  access: 'public',
  // The webhook's signature authenticates the call.
  anyOrigin: true,
  staysIn: 'maintenance',
  params: z.object({ gateway: z.string().check(z.maxLength(100, 'not_found')) }),
  body: z.unknown(),
  success: { status: 204 },
  refusals: ['forbidden', 'not_found'],
})
