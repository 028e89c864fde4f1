/** What /predplatne shows after its first paint: one chunk, since all of it comes at once. */
export { default as DeviceList } from '#web/features/devices/list-devices/device-list.tsx'
export { default as GiftList } from '#web/features/gifts/list-gifts/gift-list.tsx'
export { default as PaymentList } from '#web/features/payments/list-payments/payment-list.tsx'
export { default as SubscriptionFacts } from '#web/features/subscriptions/list-subscriptions/subscription-facts-list.tsx'
