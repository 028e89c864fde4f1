/**
 * Activation codes and presents: owns which codes there are, who used them, and who gave what to whom. A code is kept
 * as a digest and gives one subscription once. It never takes money and never decides what is sold.
 */
import type { FastifyInstance } from 'fastify'
import * as endpoints from '#contract/coupons/coupons.ts'
import { listSubscriptions } from '#server/modules/subscriptions/index.ts'
import type { Deps } from '#server/platform/deps.ts'
import { localeOf } from '#server/platform/http/errors.ts'
import { route } from '#server/platform/http/route.ts'
import { activateCoupon } from './activate-coupon.ts'
import { previewCoupon } from './preview-coupon.ts'

export { generateCouponCode } from './generate-code.ts'

export function registerActivationCodes(app: FastifyInstance, deps: Deps): void {
  const subscriptionsOf = listSubscriptions(deps)

  route(app, endpoints.previewCoupon, ({ actor, body, http }) =>
    previewCoupon(deps, { code: body.code, userId: actor.userId, ip: http.ip, locale: localeOf(http) }),
  )

  route(app, endpoints.activateCoupon, async ({ actor, body, http }) => {
    const key = http.headers['idempotency-key']
    const idempotencyKey = typeof key === 'string' && key !== '' ? key : undefined
    const { userId } = actor
    const id = await activateCoupon(deps, { code: body.code, userId, ip: http.ip, idempotencyKey })
    const given = (await subscriptionsOf(userId, localeOf(http))).find(each => each.id === id)
    if (!given) throw new Error('A subscription that was just given is not there')
    return given
  })
}
