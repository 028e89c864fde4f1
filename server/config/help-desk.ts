import type { Settings } from '../platform/settings.ts'
import type { Environment } from './environment.ts'

export function toHelpDesk(env: Environment): Settings['helpDesk'] {
  const number = env.HELPDESK_PHONE ?? (env.MODE === 'demo' ? '+421 2 5555 0100' : undefined)
  return {
    phone: number === undefined ? null : { number, hours: env.HELPDESK_HOURS },
    answerHours: env.HELPDESK_ANSWER_HOURS,
  }
}
