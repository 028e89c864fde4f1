import * as z from 'zod'
import type { OutsideScript, Settings } from '../platform/settings.ts'

const text = z.string().min(1)
const address = z.url({ protocol: /^https?$/ })
const hosts = text
  .transform(list => list.split(',').map(each => each.trim()))
  .pipe(z.array(z.url({ protocol: /^(https?|wss?)$/ }).transform(url => new URL(url).origin)))
  .optional()

/** Variables of the services that the publisher rents for its pages: live chat, and marketing. */
export const outsideVariables = {
  CHAT_SCRIPT_URL: address.optional(),
  CHAT_HOSTS: hosts,
  MARKETING_TOKEN: text.optional(),
  MARKETING_SCRIPT_URL: address.optional(),
  MARKETING_HOSTS: hosts,
  DEMO_OUTSIDE_PORT: z.union([z.literal('off'), z.coerce.number().int().min(1).max(65_535)]).optional(),
}
type Variables = z.infer<z.ZodObject<typeof outsideVariables>>

/** Set both or neither. */
export const outsideGroups = [['MARKETING_TOKEN', 'MARKETING_SCRIPT_URL']]

/** @param port on which the server itself listens */
export function toOutsideConfig(
  env: Variables,
  port: number,
): Pick<Settings, 'chat' | 'marketing' | 'marketingToken'> & {
  /** Port on which the demo starts a chat and a marketing service of its own; undefined where it shall not. */
  demoOutsidePort: number | undefined
} {
  const { DEMO_OUTSIDE_PORT: wanted = Math.min(port + 4, 65_535) } = env
  return {
    chat: outsideScript(env.CHAT_SCRIPT_URL, env.CHAT_HOSTS),
    marketing: outsideScript(env.MARKETING_SCRIPT_URL, env.MARKETING_HOSTS),
    marketingToken: env.MARKETING_TOKEN ?? null,
    demoOutsidePort: wanted === 'off' ? undefined : wanted,
  }
}

/** A script with the hosts that it may use: its own, and those that are named. */
export const outsideScript = (
  scriptUrl: string | undefined,
  others: readonly string[] = [],
): OutsideScript | null =>
  scriptUrl === undefined ? null : { scriptUrl, hosts: [...new Set([new URL(scriptUrl).origin, ...others])] }
