import type { OutsideScript, Settings } from '../platform/settings.ts'
import type { Environment } from './environment.ts'

/** @param port on which the server itself listens */
export function toOutsideConfig(
  env: Environment,
  port: number,
): Pick<Settings, 'chat' | 'marketing' | 'marketingToken' | 'marketingName'> & {
  /** Port of the demo's own chat and marketing service; undefined where they are not started. */
  demoOutsidePort: number | undefined
} {
  const { DEMO_OUTSIDE_PORT: wanted = Math.min(port + 4, 65_535) } = env
  return {
    chat: outsideScript(env.CHAT_SCRIPT_URL, env.CHAT_HOSTS),
    marketing: outsideScript(env.MARKETING_SCRIPT_URL, env.MARKETING_HOSTS),
    marketingToken: env.MARKETING_TOKEN ?? null,
    marketingName: env.MARKETING_NAME ?? null,
    demoOutsidePort: wanted === 'off' ? undefined : wanted,
  }
}

/**
 * A third-party script with the hosts that the content security policy allows it: its own and the listed ones.
 */
export const outsideScript = (
  scriptUrl: string | undefined,
  others: readonly string[] = [],
): OutsideScript | null =>
  scriptUrl === undefined ? null : { scriptUrl, hosts: [...new Set([new URL(scriptUrl).origin, ...others])] }
