import { routes } from '../routes.ts'

/** What somebody writes to the help desk about. */
export const helpTopics = ['subscription', 'payment', 'reading', 'account', 'newsletters', 'other'] as const
export type HelpTopic = (typeof helpTopics)[number]

const { path: subscription } = routes.subscription
const { path: settings } = routes.settings

/** What readers do by themselves instead of asking (R13.07), most looked for first. */
export const actNames = [
  'stop_recurrence',
  'documents',
  'devices',
  'card_change',
  'plan',
  'pause',
  'withdrawal',
  'email',
  'password',
  'newsletters',
  'address',
  'code',
  'companies',
] as const
export type ActName = (typeof actNames)[number]

/**
 * The acts: address, the topic to which each belongs, and whether one has to sign in. Those of the publisher's answers that lead to
 * one name it. Its words are `faq.act.<name>.*`.
 */
export const acts: Readonly<Record<ActName, { path: string; topic: HelpTopic; forReader: boolean }>> = {
  stop_recurrence: { path: routes.stop_recurrence.path, topic: 'subscription', forReader: true },
  documents: { path: `${subscription}#documents`, topic: 'payment', forReader: true },
  devices: { path: `${subscription}#device-list`, topic: 'reading', forReader: true },
  card_change: { path: routes.card_change.path, topic: 'payment', forReader: true },
  plan: { path: routes.change_subscription.path, topic: 'subscription', forReader: true },
  pause: { path: routes.pause_recurrence.path, topic: 'subscription', forReader: true },
  withdrawal: { path: routes.withdrawal.path, topic: 'subscription', forReader: true },
  email: { path: `${settings}#main-data`, topic: 'account', forReader: true },
  password: { path: `${settings}#linked-accounts`, topic: 'account', forReader: true },
  newsletters: { path: routes.newsletters.path, topic: 'newsletters', forReader: false },
  address: { path: `${settings}#delivery-address`, topic: 'other', forReader: true },
  code: { path: routes.subscription_code.path, topic: 'subscription', forReader: true },
  companies: { path: routes.company_subscription.path, topic: 'subscription', forReader: false },
}
