import { encode, PaymentOptions } from 'bysquare/pay'
import { encode as encodeQr, renderSVG } from 'uqr'
import { drawPng } from '#server/platform/formats/png.ts'

type Asked = { iban: string; beneficiary: string; amountCents: number; variableSymbol: string; note: string }

/**
 * QR code by which a bank's app fills a transfer in: PAY by square, the standard of the Slovak Banking Association.
 *
 * @returns its text, and the picture of it as SVG, dark on light whatever the page's colours are
 */
export function payBySquare(asked: Asked) {
  const text = textOf(asked)
  return {
    text,
    svg: renderSVG(text, { ecc: 'M', border: 4, pixelSize: 4 }),
    /** PNG for mails, since mail programs show no SVG. */
    drawPng: () => drawPng(encodeQr(text, { ecc: 'M', border: 4 }).data, 8),
  }
}

/** The last texts: LZMA takes 27 MB each time, and its garbage 80 ms of processor; an order is mailed, and read many times. */
const made = new Map<string, string>()
const mostMade = 1000

function textOf({ iban, beneficiary, amountCents, variableSymbol, note }: Asked): string {
  const key = JSON.stringify([iban, beneficiary, amountCents, variableSymbol, note])
  const known = made.get(key)
  if (known !== undefined) return known
  const text = encode({
    payments: [
      {
        type: PaymentOptions.PaymentOrder,
        amount: amountCents / 100,
        currencyCode: 'EUR',
        variableSymbol,
        paymentNote: note,
        bankAccounts: [{ iban }],
        beneficiary: { name: beneficiary },
      },
    ],
  })
  const [oldest] = made.keys()
  if (made.size >= mostMade && oldest !== undefined) made.delete(oldest)
  made.set(key, text)
  return text
}
