import type { FastifyRequest } from 'fastify'

/** What limits know of whoever sent a request. */
export type Caller = {
  /** Address of the connection, or the one that a trusted proxy tells. */
  ip: string
  /** The request came with the answer of a captcha, and it was right. */
  solvedCaptcha: boolean
}

export const callerOf = ({ ip, solvedCaptcha }: FastifyRequest): Caller => ({ ip, solvedCaptcha })
