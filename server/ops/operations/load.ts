import { join, resolve } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import * as z from 'zod'
import { dryRunMark } from '../audit.ts'
import { LoadError } from '../load/load-error.ts'
import { type FolderReport, loadFolder } from '../load/load-folder.ts'
import { defineWriteInPieces, type OperationContext, refusal } from '../operation.ts'

const Report = z.object({ file: z.string(), added: z.int(), changed: z.int(), unchanged: z.int() })

export const loadOperations = [
  defineWriteInPieces({
    name: 'load',
    summary: 'Loads a publisher’s JSON and CSV files; demo/README.md describes them.',
    // Command line only: the folder is on this machine.
    http: null,
    scope: 'load:write',
    positional: ['folder'],
    input: z.object({
      folder: z.string().min(1).describe('path of the folder, e.g. demo'),
      dry_run: z.boolean().default(false).describe('tells what would be done, and does nothing of it'),
    }),
    output: z.object({
      items: z.array(Report),
      not_known: z.array(z.string()).describe('files that no kind reads, so not loaded'),
      kept: z
        .array(z.object({ product: z.string(), fields: z.array(z.string()) }))
        .describe('where a file says otherwise than operators decided since, which stays'),
      dry_run: z.literal(true).optional().describe('nothing was written'),
    }),
    run: async (context, { folder, dry_run: dryRun }) => {
      const { files, notKnown, kept } = await load(context, folder, dryRun)
      const answer = { items: files, not_known: notKnown, kept: [...kept] }
      if (dryRun) {
        return {
          answer: { ...answer, dry_run: true as const },
          target: `${folder} ${dryRunMark}`,
          before: null,
          after: null,
        }
      }
      return {
        answer,
        target: folder,
        before: null,
        after: files.map(({ file, added, changed, unchanged }) => ({ file, added, changed, unchanged })),
      }
    },
  }),
]

async function load(context: OperationContext, folder: string, dryRun: boolean): Promise<FolderReport> {
  // The process of a command: V8 would let garbage grow to twice what is alive (R17.06) before it collects it.
  setFlagsFromString('--heap-growing-percent=40')
  try {
    const report = await loadFolder(context, resolve(folder), {
      dryRun,
      onProgress: line => process.stderr.write(`${line}\n`),
    })
    if (report.files.length > 0) return report
  } catch (error) {
    if (error instanceof LoadError) throw refusal(error.message, 'folder')
    throw error
  }
  throw refusal(`${join(folder, '')} holds no file that can be loaded.`, 'folder')
}
