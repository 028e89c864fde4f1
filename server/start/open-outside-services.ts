import type { Config } from '../config/config.ts'
import { outsideScript } from '../config/outside-services.ts'
import type { Shutdown } from '../platform/process/shutdown.ts'
import type { Settings } from '../platform/settings.ts'

const demoToken = 'demo-marketing'

/**
 * Starts the demo's own live chat and marketing service where the configuration names none (R1.26).
 *
 * @param options.starts whether this process answers readers; a worker shows no pages
 * @returns values for the pages instead of the configuration
 */
export async function openOutsideServices(
  config: Config,
  shutdown: Shutdown,
  options: { starts: boolean },
): Promise<Partial<Pick<Settings, 'chat' | 'marketing' | 'marketingToken' | 'marketingName'>>> {
  const isGiven = config.chat !== null || config.marketing !== null
  if (config.mode !== 'demo' || isGiven || !options.starts || config.demoOutsidePort === undefined) return {}
  const { startOutsideServices } = await import('../demo/outside-services.ts')
  const { url, stop } = await startOutsideServices({ port: config.demoOutsidePort, token: demoToken })
  shutdown.add('demo chat and marketing', stop)
  return {
    chat: outsideScript(`${url}/chat.js`),
    marketing: outsideScript(`${url}/tag.js`),
    marketingToken: demoToken,
    marketingName: 'Ukážková reklama, s. r. o.',
  }
}
