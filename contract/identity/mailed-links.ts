/** Lifetime of mailed links (R4.04), used for both texts and expiry. */
export const linkLifeHours = { activation: 48, newPassword: 2 } as const
