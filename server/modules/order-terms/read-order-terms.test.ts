import { expect, test } from 'vitest'
import { AppError } from '#server/platform/app-error.ts'
import { keepConsents, readOrderTerms, requireRequest } from './read-order-terms.ts'

const settings = {
  terms: {
    version: '2026-11',
    termsUrl: 'https://dennik.example/terms',
    privacyUrl: 'https://dennik.example/privacy',
    files: {},
  },
  sellsAbroad: false,
}
const now = Temporal.Instant.from('2026-11-25T10:00:00Z')
const shown = readOrderTerms(settings, 'sk')
const agreed = { terms_version: shown.version, withdrawal_version: shown.withdrawal.version }

/** Fields that a call refuses, as `key: field`. */
function refusalsOf(call: () => unknown): string[] {
  try {
    call()
  } catch (error) {
    if (error instanceof AppError) return error.faults.map(({ key, field }) => `${key}: ${field}`)
    throw error
  }
  return []
}

test('R11.08 one version holds for the words in all languages', () => {
  const english = readOrderTerms(settings, 'en')
  expect(english.withdrawal.version).toBe(shown.withdrawal.version)
  expect(english.withdrawal.information).not.toBe(shown.withdrawal.information)
})

test('R11.08 what is kept says which terms stood there, when, and whether the buyer asked to begin at once', () => {
  const kept = {
    terms_version: '2026-11',
    terms_url: settings.terms.termsUrl,
    privacy_url: settings.terms.privacyUrl,
    withdrawal_information: shown.withdrawal.version,
    shown_at: '2026-11-25T10:00:00Z',
  }
  expect(keepConsents(settings, agreed, 'person', now)).toEqual({ ...kept, begin_at_once: false })
  expect(keepConsents(settings, { ...agreed, begin_at_once: true }, 'person', now)).toEqual({
    ...kept,
    begin_at_once: true,
  })
  // Whoever activates it is asked, not its giver.
  const asked = { ...agreed, begin_at_once: true }
  expect(keepConsents(settings, asked, 'gift', now).begin_at_once).toBe(false)
})

test('R11.08 a company agrees to the terms alone, since it has no right of withdrawal', () => {
  const ofCompany = { terms_version: shown.version }
  expect(keepConsents(settings, ofCompany, 'company', now).withdrawal_information).toBeNull()
  expect(refusalsOf(() => keepConsents(settings, agreed, 'company', now))).toEqual([
    'order_terms_changed: agreed.withdrawal_version',
  ])
  expect(refusalsOf(() => keepConsents(settings, ofCompany, 'person', now))).toEqual([
    'order_terms_changed: agreed.withdrawal_version',
  ])
})

test('R11.08 each part that has changed meanwhile is refused at its field', () => {
  const former = { terms_version: '2025-01', withdrawal_version: 'before' }
  expect(refusalsOf(() => keepConsents(settings, former, 'person', now))).toEqual([
    'order_terms_changed: agreed.terms_version',
    'order_terms_changed: agreed.withdrawal_version',
  ])
})

test('R11.08 what takes the place of what runs needs the request to begin at once', () => {
  const without = keepConsents(settings, agreed, 'person', now)
  expect(refusalsOf(() => requireRequest(without))).toEqual(['begin_at_once_required: agreed.begin_at_once'])
  expect(refusalsOf(() => requireRequest({ ...without, begin_at_once: true }))).toEqual([])
})
