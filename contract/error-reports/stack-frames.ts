export type Frame = { filename: string; function: string; lineno: number; colno: number; in_app: boolean }

const mostFrames = 30
/** `at name (file:1:2)` and `at file:1:2` of Chromium and Node; `name@file:1:2` of Firefox and Safari. */
const forms = [/^\s*at (?:(.*?) \()?(.+?):(\d+):(\d+)\)?$/, /^(.*?)@(.+?):(\d+):(\d+)$/]

/**
 * Parses the frames of a stack, the innermost last. File names are relative to the program's root and without a
 * query; files outside the root are reduced to their base name and not `in_app`.
 *
 * @param stack of an error in any browser or Node
 * @param root a folder or an origin
 */
export function framesOf(stack: string | undefined, root: string): Frame[] {
  return (stack ?? '')
    .split('\n')
    .flatMap(line => frameOf(line, root) ?? [])
    .slice(0, mostFrames)
    .toReversed()
}

function frameOf(line: string, root: string): Frame | undefined {
  const [, name, file, row, column] = forms.map(form => form.exec(line)).find(found => found !== null) ?? []
  if (file === undefined) return undefined
  const path = file
    .replace(/^async /, '')
    .replace('file://', '')
    .replace(/[?#].*$/, '')
  const isOwn = path.startsWith(`${root}/`)
  return {
    filename: isOwn ? path.slice(root.length + 1) : (path.split('/').at(-1) ?? ''),
    // Method names of computed keys may contain data; plain function names do not.
    function: /^[\w.$<> ]{1,80}$/.test(name ?? '') ? (name ?? '') : '?',
    lineno: Number(row),
    colno: Number(column),
    in_app: isOwn && !path.includes('node_modules'),
  }
}
