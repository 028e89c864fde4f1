import { expect, test } from 'vitest'
import { stepAddress, stepAfter, stepOf } from './stop-steps.ts'

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
