import { expect, test } from 'vitest'
import type { Survey } from '#contract/recurrence/recurrence.ts'
import { answersTo } from './stop-answers.ts'

const option = (code: string) => ({ code, text: code, leads_to: null })
const survey: Survey = {
  id: 'stop-recurrence',
  title: '',
  questions: [
    { code: 'reasons', text: '', kind: 'many', options: [option('price'), option('time')] },
    { code: 'device', text: '', kind: 'one', options: [option('phone')] },
  ],
  feedback: { text: '', max_length: 500 },
}

test('R4.07 answers of another survey and options that are gone are not sent', () => {
  const kept = { reasons: ['price', 'gone'], upgrade: ['price'], device: ['phone'] }
  expect(answersTo(survey, kept)).toEqual({ reasons: ['price'], device: ['phone'] })
  expect(answersTo(survey, {})).toEqual({})
  expect(answersTo(undefined, kept)).toEqual({})
})
