// Every test file of the server begins with this: a test fails in which the API answers otherwise than it is described.
import { afterAll, afterEach } from 'vitest'
import { holdAnswersToDescription, takeAnswerFaults } from './hold-to-description.ts'

holdAnswersToDescription()
afterEach(refuseAnswerFaults)
afterAll(refuseAnswerFaults)

function refuseAnswerFaults(): void {
  const faults = new Set(takeAnswerFaults())
  if (faults.size > 0) throw new Error(`The API's description is not true:\n${[...faults].join('\n')}`)
}
