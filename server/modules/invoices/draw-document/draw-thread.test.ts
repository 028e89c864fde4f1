import { on } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { readPdf } from '#server/testing/inspect/pdf.ts'
import { makeEInvoices } from '#server/testing/make/e-invoices.ts'

const [sample] = makeEInvoices()
if (!sample) throw new Error('There is no sample of a document')
const { kind, content } = sample

/** Draws a document for each of these companies, one after the other in a thread of their own, which has drawn none before. */
async function drawInTurn(companies: readonly string[]): Promise<Uint8Array[]> {
  const thread = new Worker(join(import.meta.dirname, 'draw-thread.ts'))
  const answers = on(thread, 'message')
  try {
    const drawn: Uint8Array[] = []
    for (const company of companies) {
      const of = { ...content, buyer: { ...content.buyer, company } }
      // A worker thread has no origin, unlike a window.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      thread.postMessage({ kind, number: 'F-2027-000001', issuedAt: '2027-03-02T09:00:00Z', content: of })
      const { value } = await answers.next()
      drawn.push(z.tuple([z.instanceof(Uint8Array)]).parse(value)[0])
    }
    return drawn
  } finally {
    await thread.terminate()
  }
}

test('R1.04 a document is the same bytes, with all its letters, whatever was drawn before it', async () => {
  // In the font a letter with a mark is made up of the letter and the mark.
  const marked = 'ÁČĎÉÍĽĹŇÓÔŔŠŤÚÝŽ ľščťžýáíéäúňôďŕĺó'
  const plain = 'ACDEILNORSTUYZ lsctzyaieunodr, fi ffi'
  const [alone] = await drawInTurn([plain])
  const [before, after] = await drawInTurn([marked, plain])
  const textOf = (pdf: Uint8Array = new Uint8Array()) => readPdf(pdf).text
  expect([textOf(before), textOf(after)]).toEqual([
    expect.stringContaining(marked),
    expect.stringContaining(plain),
  ])
  expect(after).toEqual(alone)
})
