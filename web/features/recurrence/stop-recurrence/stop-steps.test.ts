import { expect, test } from 'vitest'
import {
  placeOf,
  type StopStep,
  stepAddress,
  stepAfter,
  stepBefore,
  stepOf,
  stopSteps,
} from './stop-steps.ts'

test('R4.07 an address names its step; one that is unknown begins at the beginning', () => {
  expect(stepOf('?predplatne=1&krok=dovody')).toBe('dovody')
  expect(stepOf('?krok=hotovo')).toBe('hotovo')
  for (const search of ['', '?krok=', '?krok=nic', '?krok=__proto__'])
    expect(stepOf(search)).toBe('potvrdenie')
  expect(stepOf(new URL(stepAddress(7, 'odkaz'), 'https://profil.test').search)).toBe('odkaz')
})

test('R4.07 the steps follow one another, technical help only for those whose reasons ask for it', () => {
  expect(stepAfter('potvrdenie', false)).toBe('ponuka')
  expect(stepAfter('ponuka', false)).toBe('dovody')
  expect(stepAfter('dovody', true)).toBe('pomoc')
  expect(stepAfter('dovody', false)).toBe('zrusenie')
  expect(stepAfter('pomoc', true)).toBe('zrusenie')
  expect(stepAfter('zrusenie', false)).toBe('odkaz')
})

test('R13.14 the count of steps never changes on the way, and Back leads where the reader came from', () => {
  expect(stopSteps.map(placeOf)).toEqual([1, 2, 3, 3, 4, 5])
  expect(stepBefore('potvrdenie', true)).toBeUndefined()
  for (const needsHelp of [true, false]) {
    const walked: StopStep[] = ['potvrdenie']
    for (let step: StopStep = 'potvrdenie'; step !== 'odkaz'; ) {
      const next = stepAfter(step, needsHelp)
      expect(stepBefore(next, needsHelp)).toBe(step)
      walked.push(next)
      step = next
    }
    expect(walked).toHaveLength(needsHelp ? 6 : 5)
  }
})
