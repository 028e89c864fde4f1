import { runtimeConfig } from '#web/lib/runtime-config.ts'

/** Address of the form that mails a link for a new password; also for readers without one. */
export const forgottenPasswordAddress = (): string => `${runtimeConfig().login_url}/forgotten-password`
