import type { FastifyRequest } from 'fastify'

/** The sender of a request, for rate limits. */
export type Caller = {
  /** Address of the connection, or the one that a trusted proxy tells. */
  ip: string
  /** The request carried a captcha's answer that was verified. */
  solvedCaptcha: boolean
}

export const callerOf = ({ ip, solvedCaptcha }: FastifyRequest): Caller => ({ ip, solvedCaptcha })
