import { archivedLists } from './archived-lists.ts'
import type { ArchivedRow } from './read-list.ts'

type ReadList = (list: (typeof archivedLists)[number]) => AsyncIterable<ArchivedRow[]>

/**
 * The archive for programs: JSON, a structured, commonly used and machine-readable format (GDPR, article 20). Each list is
 * there by its name, also an empty one; times are in UTC (RFC 3339), money in cents.
 *
 * @param madeAt when it is made
 * @returns pieces of the file
 */
export async function* writeJson(read: ReadList, madeAt: Temporal.Instant): AsyncGenerator<string> {
  yield `{\n"format": 1,\n"made_at": ${JSON.stringify(madeAt)},\n"data": {`
  for (const [index, list] of archivedLists.entries()) {
    yield `${index > 0 ? ',' : ''}\n${JSON.stringify(list.name)}: [`
    let isFirst = true
    for await (const rows of read(list)) {
      yield (isFirst ? '' : ',') + rows.map(row => `\n${JSON.stringify(row)}`).join(',')
      isFirst = false
    }
    yield ']'
  }
  yield '\n}\n}\n'
}
