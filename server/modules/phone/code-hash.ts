import { randomInt } from 'node:crypto'
import { type CodeType, controlCodeRules } from '#contract/phone/phone.ts'
import { keyedHash } from '#server/platform/secrets.ts'
import type { Settings } from '#server/platform/settings.ts'

/** What a code is bound to. */
export type CodeSubject = { userId: number; kind: CodeType; target: string }

/** Six random digits, the first of which may be 0. */
export const makeCode = (): string =>
  String(randomInt(10 ** controlCodeRules.digits)).padStart(controlCodeRules.digits, '0')

/**
 * Hash of a code for storing. Six digits are soon brute-forced, so it is an HMAC under the application's secret.
 *
 * @param code as it was sent or typed
 */
export const hashCode = (
  { appSecret }: Pick<Settings, 'appSecret'>,
  { userId, kind, target }: CodeSubject,
  code: string,
): string => keyedHash(appSecret, 'control-code', JSON.stringify([userId, kind, target, code]))
