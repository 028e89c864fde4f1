/** Order terms: owns the words over the button by which a contract is concluded, and what is kept of them with it. */
export { isAfterWithdrawal, type OrderConsents } from './order-consents.ts'
export { keepConsents, readOrderTerms, requireRequest } from './read-order-terms.ts'
