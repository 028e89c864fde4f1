/** Lifetime of mailed links (R4.04), used for both texts and expiry. */
export const linkLifeHours = {
  activation: 48,
  newPassword: 2,
  emailChange: 48,
  emailTakeBack: 7 * 24,
} as const
