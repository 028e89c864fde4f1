// Set-up of every server test file: a test fails when an answer does not match OpenAPI.
import { afterAll, afterEach } from 'vitest'
import { holdAnswersToDescription, takeAnswerFaults } from './hold-to-description.ts'

holdAnswersToDescription()
afterEach(refuseAnswerFaults)
afterAll(refuseAnswerFaults)

function refuseAnswerFaults(): void {
  const faults = new Set(takeAnswerFaults())
  if (faults.size > 0) throw new Error(`The API's description is not true:\n${[...faults].join('\n')}`)
}
