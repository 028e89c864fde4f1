import type { Store } from './store.ts'
import type { Webhooks } from './webhooks.ts'

/** What every part of the gateway works on. */
export type GatewayState = {
  store: Store
  webhooks: Webhooks
  faults: { down: 'no' | 'refusing' | 'hanging_up'; loseAnswers: boolean }
  /** Its own address, known once it listens. */
  url: () => string
}
