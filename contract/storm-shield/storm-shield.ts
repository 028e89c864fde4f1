/** Kinds of challenges for suspicious calls. */
export const challengeKinds = ['captcha', 'password', 'email_code'] as const
export type ChallengeKind = (typeof challengeKinds)[number]

/** Headers with which the same request is repeated: the challenge's id, and its answer. */
export const challengeHeaders = { id: 'x-storm-shield-id', answer: 'x-storm-shield-answer' } as const

/** The field in which calls that may ask for a captcha take its answer, as its provider names it (R7.13). */
export const captchaField = 'g-recaptcha-response'
