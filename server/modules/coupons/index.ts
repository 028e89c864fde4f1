/**
 * Activation codes and presents: owns which codes there are, who used them, and who gave what to whom. A code is kept
 * as a digest and gives one subscription once. It never takes money and never decides what is sold.
 */
import type { FastifyInstance } from 'fastify'
import * as endpoints from '#contract/coupons/coupons.ts'
import * as changeGiftEndpoint from '#contract/gifts/change-gift.ts'
import { readGift as readGiftEndpoint } from '#contract/gifts/gift-offers.ts'
import * as giftEndpoints from '#contract/gifts/gifts.ts'
import { listSubscriptions } from '#server/modules/subscriptions/index.ts'
import type { Deps } from '#server/platform/deps.ts'
import { localeOf } from '#server/platform/http/errors.ts'
import { route } from '#server/platform/http/route.ts'
import { activateCoupon } from './activate-coupon.ts'
import { changeGift } from './gifts/change-gift.ts'
import { listGifts } from './gifts/list-gifts.ts'
import { readGift } from './gifts/read-gift.ts'
import { sendGift } from './gifts/send-gift.ts'
import { previewCoupon } from './preview-coupon.ts'

export { largestBatch, makeBatch } from './batches/make-batch.ts'
export { voidBatch } from './batches/void-batch.ts'
export { generateCouponCode } from './generate-code.ts'
export { createGift } from './gifts/create-gift.ts'
export { giftState } from './gifts/describe-gift.ts'
export { remindGivers } from './gifts/remind-givers.ts'
export { sendDueGifts } from './gifts/send-due-gifts.ts'
export { eraseUnsendableGifts, findGifts, type GiftRow } from './gifts/store.ts'
export { cancelGift, redirectGift, resendGift } from './gifts/support-gifts.ts'
export { voidGift } from './gifts/void-gift.ts'
export { waitingGift } from './gifts/waiting-gift.ts'
export { type CouponBatch, findBatch, listBatches } from './store.ts'

export function registerCoupons(app: FastifyInstance, deps: Deps): void {
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

  registerGifts(app, deps)
}

function registerGifts(app: FastifyInstance, deps: Deps): void {
  route(app, giftEndpoints.listGifts, async ({ actor, http }) => ({
    items: await listGifts(deps, actor, localeOf(http)),
  }))

  route(app, giftEndpoints.sendGift, ({ actor, params, http }) =>
    sendGift(deps, actor, { id: params.id, locale: localeOf(http) }),
  )

  route(app, changeGiftEndpoint.changeGift, ({ actor, params, body, http }) =>
    changeGift(deps, actor, { id: params.id, email: body.email, locale: localeOf(http) }),
  )

  route(app, readGiftEndpoint, ({ params, http }) =>
    readGift(deps, { code: params.code, ip: http.ip, locale: localeOf(http) }),
  )
}
