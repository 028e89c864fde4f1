import * as z from 'zod'
import type { Log } from '#server/platform/telemetry/log.ts'
import type { CaptchaGateway } from './port.ts'

/** Timeout: a reader waits for the answer. */
const timeoutMs = 4000
/** Longest possible answer of a widget. */
const longestAnswer = 4000

const Verdict = z.object({ success: z.boolean(), hostname: z.string().optional() })

/**
 * A captcha of reCAPTCHA's kind: its answer is verified by the call `siteverify`, which accepts each answer once, for
 * two minutes.
 *
 * @param options.url address of the call
 * @param options.secret the other half of the public key
 * @param options.hostnames where the widget may have been solved; an answer from elsewhere is refused
 */
export function siteverifyCaptcha(
  options: { url: string; secret: string; hostnames: readonly string[] },
  log: Pick<Log, 'warn'>,
): CaptchaGateway {
  return {
    verify: async (answer, ip) => {
      if (answer === '' || answer.length > longestAnswer) return false
      try {
        const response = await fetch(options.url, {
          method: 'POST',
          body: new URLSearchParams({ secret: options.secret, response: answer, remoteip: ip }),
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMs),
        })
        if (!response.ok) throw new Error(`The captcha's provider answered ${response.status}`)
        const verdict = Verdict.parse(await response.json())
        const isOurs = verdict.hostname === undefined || options.hostnames.includes(verdict.hostname)
        return verdict.success && isOurs
      } catch (error) {
        log.warn({ err: error }, 'captcha')
        return false
      }
    },
  }
}
