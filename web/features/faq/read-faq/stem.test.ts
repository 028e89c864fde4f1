import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stemsOf } from './stem.ts'

test.each([
  'zrušiť zrušenie zruším zrušíte zrušené zrušenia',
  'predplatné predplatného predplatnom predplatným',
  'karta karty kartu kartou kartám kartách',
  'obnovovanie obnovovania obnovovaní obnoviť obnovenie obnovíme',
  'vypnúť vypnem vypnete vypnutie vypnutia',
  'heslo hesla heslom heslá heslách',
  'zariadenie zariadenia zariadení zariadeniach',
  'vrátenie vrátiť vrátime vráti',
  'noviny novín novinách novinami',
  'dôchodca dôchodcov dôchodcovia dôchodcom',
  'študent študenti študentom študentov',
  'email e-mail e\u2011mail E-maily e-mailu e-mailom',
])('R13.07 Slovak: one stem of %s', forms => {
  expect(new Set(stemsOf(forms, 'sk'))).toHaveProperty('size', 1)
})

test.each([
  'cancel cancels cancelled cancelling cancellation',
  'refund refunds refunded refunding',
  'device devices',
  'payment payments',
])('R13.07 English: one stem of %s', forms => {
  expect(new Set(stemsOf(forms, 'en'))).toHaveProperty('size', 1)
})

test.each([
  ['karta', 'kartel'],
  ['heslo', 'hasič'],
  ['platba', 'plášť'],
  ['noviny', 'nový'],
])('%s and %s keep stems of their own', (one, other) => {
  expect(stemsOf(one, 'sk')).not.toEqual(stemsOf(other, 'sk'))
})

test('any text has stems without diacritics and capitals, of three letters where its words had them', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), text => {
      for (const stem of stemsOf(text, 'sk'))
        expect(stem).toBe(stem.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase())
    }),
  )
})
