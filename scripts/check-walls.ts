// Which room may use which: .dependency-cruiser.cjs over the sources, with each broken rule's comment, which says what
// to do. Its warning that TypeScript is missing is false and dropped: it does not know this version, but its own
// parser reads the sources.
import { runTool } from './run-tool.ts'

const folders = [
  'contract',
  'web',
  'server',
  'e2e',
  'bench',
  'scripts/{build,dev,run,start}*',
  'vite.config.ts',
]
const { code, said } = await runTool(
  ['depcruise', '--config', '.dependency-cruiser.cjs', '--output-type', 'err-long', ...folders],
  { without: /^.*missing-tsc-transpiler[^]*/m },
)
// Guards against a parser that finds no modules and so no faults.
const modules = Number(/(\d+) modules/.exec(said)?.[1] ?? 0)
if (modules === 0) console.log('Not one module was read, so nothing was checked.')
process.exitCode = modules === 0 ? 1 : code
