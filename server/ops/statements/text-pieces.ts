import { setImmediate as letOthersRun } from 'node:timers/promises'

const pieceBytes = 16 * 1024

/**
 * Decodes a long text in pieces, so that it is never in memory as a whole, and yields to the event loop between two of
 * them.
 *
 * @param encoding as TextDecoder names it
 * @param options.fatal whether bytes that are none of the encoding end it, and are not replaced
 * @throws TypeError for such bytes
 */
export async function* decodeInPieces(
  bytes: Uint8Array,
  encoding: string,
  { fatal }: { fatal: boolean },
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal })
  for (let from = 0; from < bytes.length; from += pieceBytes) {
    yield decoder.decode(bytes.subarray(from, from + pieceBytes), { stream: true })
    await letOthersRun()
  }
  yield decoder.decode()
}
