import type { Store } from './store.ts'
import type { Webhooks } from './webhooks.ts'

/** State shared by all parts of the gateway. */
export type GatewayState = {
  store: Store
  webhooks: Webhooks
  faults: {
    down: 'no' | 'refusing' | 'hanging_up' | 'silent'
    loseAnswers: boolean
    /** How long a charge takes at most, half of it before and half after the money is taken. */
    slownessMs: number
  }
  /** Its own URL, known once it listens. */
  url: () => string
}
