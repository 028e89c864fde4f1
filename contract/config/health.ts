import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

const common = { method: 'GET', tag: 'Start-up', access: 'public' } as const

export const readHealth = endpoint({
  ...common,
  path: '/healthz',
  summary: 'Whether the process lives',
  success: { status: 200, body: z.object({ status: z.literal('ok') }) },
})

export const readReadiness = endpoint({
  ...common,
  path: '/readyz',
  summary:
    'Whether requests may be sent here: the database answers; and whether this process charges and sends',
  success: {
    status: 200,
    body: z.object({ status: z.literal('ready'), background: z.enum(['on', 'off']) }),
  },
})

export const readMetrics = endpoint({
  ...common,
  path: '/metrics',
  summary: 'Figures of this process and of the database, for Prometheus; not there without METRICS_TOKEN',
  proof: 'metricsToken',
  success: { status: 200, type: 'text/plain' },
  refusals: ['not_found'],
})
