import { captchaAt } from '../config/captcha.ts'
import type { Config } from '../config/config.ts'
import { demoValues } from '../config/demo-values.ts'
import type { CaptchaGateway } from '../gateways/captcha/port.ts'
import { siteverifyCaptcha } from '../gateways/captcha/siteverify.ts'
import type { Shutdown } from '../platform/process/shutdown.ts'
import { randomToken } from '../platform/secrets.ts'
import type { Settings } from '../platform/settings.ts'
import type { Log } from '../platform/telemetry/log.ts'

type Opened = { gateway: CaptchaGateway; settings: Pick<Settings, 'captchaPublicKey' | 'captcha'> }

/**
 * Opens the captcha that the configuration names; in the demo mode the demo's own, which is started.
 *
 * @param options.starts whether this process serves readers; a worker needs no captcha
 * @returns undefined where there is none: then none is asked for, and the rate limits apply all the same
 */
export async function openCaptcha(
  config: Config,
  log: Log,
  shutdown: Shutdown,
  options: { starts: boolean },
): Promise<Opened | undefined> {
  const { captchaPublicKey, captchaSecretKey: secret, captcha, captchaVerifyUrl: url } = config
  const hostnames = [config.origins.account, config.origins.login].map(origin => new URL(origin).hostname)
  if (captchaPublicKey !== null && secret !== undefined) {
    const gateway = siteverifyCaptcha({ url, secret, hostnames }, log)
    return { gateway, settings: { captchaPublicKey, captcha } }
  }
  if (config.mode !== 'demo' || !options.starts) return undefined
  const { startDemoCaptcha } = await import('../demo/captcha.ts')
  const own = { publicKey: demoValues.captchaPublicKey, secret: randomToken(256) }
  const service = await startDemoCaptcha({ port: config.demoCaptchaPort, ...own })
  shutdown.add('demo captcha', service.stop)
  return {
    gateway: siteverifyCaptcha({ url: `${service.url}/siteverify`, secret: own.secret, hostnames }, log),
    settings: { captchaPublicKey: own.publicKey, captcha: captchaAt(`${service.url}/api.js`) },
  }
}
