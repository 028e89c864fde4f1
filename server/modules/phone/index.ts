/**
 * Verification of a mobile number: owns the control codes and their rate limits. The number itself belongs to the
 * reader's account in the identity module; codes are stored as hashes only.
 */
import type { FastifyInstance } from 'fastify'
import * as endpoints from '#contract/phone/phone.ts'
import { route } from '#server/platform/http/route.ts'
import { createControlCode } from './create-control-code.ts'
import type { PhoneDeps } from './phone-deps.ts'
import { removePhone } from './remove-phone.ts'
import { verifyControlCode } from './verify-control-code.ts'

export { changePhone } from './change-phone.ts'
export { openPhoneCode } from './open-phone-code.ts'
export { sendProofCode, tryProofCode } from './proof-code.ts'
export { removePhone } from './remove-phone.ts'

export function registerPhone(app: FastifyInstance, deps: PhoneDeps): void {
  route(app, endpoints.createControlCode, ({ actor, body }) => createControlCode(deps, actor, body.code_type))

  route(app, endpoints.verifyControlCode, async ({ actor, body }) => ({
    content: {
      phone: await verifyControlCode(deps, actor, { kind: body.code_type, code: body.control_code }),
    },
  }))

  route(app, endpoints.removePhone, ({ actor }) => removePhone(deps, actor))
}
