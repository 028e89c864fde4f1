import { encode, PaymentOptions } from 'bysquare/pay'
import { encode as encodeQr, renderSVG } from 'uqr'
import { drawPng } from '#server/platform/png.ts'

type Asked = { iban: string; beneficiary: string; amountCents: number; variableSymbol: string; note: string }

/**
 * QR code by which a bank's app fills a transfer in: PAY by square, the standard of the Slovak Banking Association.
 *
 * @returns its text, and the picture of it as SVG, dark on light whatever the page's colours are
 */
export function payBySquare({ iban, beneficiary, amountCents, variableSymbol, note }: Asked) {
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
  return {
    text,
    svg: renderSVG(text, { ecc: 'M', border: 4, pixelSize: 4 }),
    /** PNG for mails, since mail programs show no SVG. */
    drawPng: () => drawPng(encodeQr(text, { ecc: 'M', border: 4 }).data, 8),
  }
}
