/** /predplatne-cez-kod: a subscription by an activation code or a present (R2.11). */
export { ActivateCoupon as default } from '#web/features/coupons/activate-coupon/activate-coupon.tsx'
