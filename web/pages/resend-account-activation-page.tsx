/** /resend-account-activation: whether the account is activated, and a new link if it is not (R1.15, R2.12). */
export { ResendActivationEmail as default } from '#web/features/identity/resend-activation-email/resend-activation-email.tsx'
