import { setImmediate as letOthersRun } from 'node:timers/promises'

/** In characters. */
const pieceLength = 16 * 1024

/** Yields a long text in pieces, and to the event loop between two of them. */
export async function* inPieces(text: string): AsyncGenerator<string> {
  for (let from = 0; from < text.length; from += pieceLength) {
    yield text.slice(from, from + pieceLength)
    await letOthersRun()
  }
}
