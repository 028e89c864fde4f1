import { join, resolve } from 'node:path'
import * as z from 'zod'
import { LoadError } from '../load/load-error.ts'
import { type FolderReport, loadFolder } from '../load/load-folder.ts'
import { defineWriteInPieces, type OperationContext, refusal } from '../operation.ts'

const Report = z.object({ file: z.string(), added: z.int(), changed: z.int(), unchanged: z.int() })

export const loadOperations = [
  defineWriteInPieces({
    name: 'load',
    summary: 'Loads a publisher’s JSON and CSV files; demo/README.md describes them.',
    // The folder is the machine's own.
    http: null,
    scope: 'load:write',
    positional: ['folder'],
    input: z.object({ folder: z.string().min(1).describe('path of the folder, e.g. demo') }),
    output: z.object({
      items: z.array(Report),
      not_known: z.array(z.string()).describe('files that no kind reads, so not loaded'),
    }),
    run: async (context, { folder }) => {
      const { files, notKnown } = await load(context, folder)
      return {
        answer: { items: files, not_known: notKnown },
        target: folder,
        before: null,
        after: files.map(({ file, added, changed, unchanged }) => ({ file, added, changed, unchanged })),
      }
    },
  }),
]

async function load(context: OperationContext, folder: string): Promise<FolderReport> {
  try {
    const report = await loadFolder(context, resolve(folder))
    if (report.files.length > 0) return report
  } catch (error) {
    if (error instanceof LoadError) throw refusal(error.message, 'folder')
    throw error
  }
  throw refusal(`${join(folder, '')} holds no file that can be loaded.`, 'folder')
}
