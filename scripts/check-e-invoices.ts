/**
 * `npm run check-e-invoices -- FOLDER`: runs examples of all kinds of e-invoices through the official rules in a folder
 * that the caller has put together (docs/operations.md says of what); nothing is downloaded. Each example is also run
 * with one amount changed, which has to fail.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { XmlDocument, XsdValidator } from 'libxml2-wasm'
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs'
import { changeAmount, type EInvoiceExample, makeEInvoices } from '#server/testing/make/e-invoices.ts'

type Saxon = {
  transform: (
    options: { stylesheetInternal: unknown; sourceText: string; destination: 'serialized' },
    when: 'sync',
  ) => { principalResult: string }
}
/** Findings of one file, by the ids of the rules. */
type Findings = { fatal: string[]; warnings: string[] }
type Check = (xml: string, kind: EInvoiceExample['kind']) => Findings

const require = createRequire(import.meta.url)
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const saxon = require('saxonjs-he') as Saxon
const cache = join(import.meta.dirname, '../node_modules/.cache/e-invoices')

const [folder] = process.argv.slice(2)
if (folder === undefined || !existsSync(folder)) {
  console.error('Usage: npm run check-e-invoices -- FOLDER_OF_RULES')
  process.exit(2)
}
xmlRegisterFsInputProviders()
process.exitCode = run(collectChecks(folder)) ? 0 : 1

function run(checks: readonly Check[]): boolean {
  const judge = (xml: string, kind: EInvoiceExample['kind']) => {
    const all = checks.map(check => check(xml, kind))
    return { fatal: all.flatMap(each => each.fatal), warnings: all.flatMap(each => each.warnings) }
  }
  const rows = makeEInvoices().map(({ name, kind, xml }, index) => {
    const { fatal, warnings } = judge(xml, kind)
    const changed = changeAmount(xml, index)
    const broken = judge(changed.xml, kind).fatal
    console.log(`${fatal.length > 0 || broken.length === 0 ? 'WRONG' : 'ok   '} ${name}`)
    return { name, fatal, warnings, changed: changed.element, broken }
  })
  console.table(
    rows.map(({ name, fatal, warnings, changed, broken }) => ({
      example: name,
      fatal: fatal.join(' ') || 0,
      warnings: warnings.join(' ') || 0,
      'amount changed': changed,
      'then fatal': [...new Set(broken)].join(' ') || 'NOTHING',
    })),
  )
  const wrong = rows.filter(({ fatal, broken }) => fatal.length > 0 || broken.length === 0)
  console.log(`${rows.length} examples, ${checks.length} sets of rules, ${wrong.length} wrong`)
  return wrong.length === 0
}

/** The schemas of UBL, and each set of Schematron rules in the folder. */
function collectChecks(rules: string): Check[] {
  const files = globSync('**/*.{xsd,xslt,sch}', { cwd: rules }).map(file => join(rules, file))
  const schemas = { invoice: 'UBL-Invoice-2.1.xsd', credit_note: 'UBL-CreditNote-2.1.xsd' }
  const find = (name: string) => files.find(file => basename(file) === name)
  const [invoice, creditNote] = [find(schemas.invoice), find(schemas.credit_note)]
  const sets = files.filter(file => !file.endsWith('.xsd'))
  const isThere = (part: string) => sets.some(file => basename(file).includes(part))
  if (
    !invoice ||
    !creditNote ||
    !isThere('PEPPOL') ||
    !sets.some(file => !basename(file).includes('PEPPOL'))
  ) {
    throw new Error(`${rules} lacks ${Object.values(schemas).join(', ')}, CEN's rules or OpenPeppol's`)
  }
  const validators = { invoice: openSchema(invoice), credit_note: openSchema(creditNote) }
  return [(xml, kind) => checkSchema(validators[kind], xml), ...sets.map(file => compileRules(rules, file))]
}

function openSchema(file: string): XsdValidator {
  return XsdValidator.fromDoc(XmlDocument.fromBuffer(readFileSync(file), { url: file }))
}

function checkSchema(validator: XsdValidator, xml: string): Findings {
  using document = XmlDocument.fromString(xml)
  try {
    validator.validate(document)
    return { fatal: [], warnings: [] }
  } catch (error) {
    return { fatal: [`XSD: ${error instanceof Error ? error.message.trim() : String(error)}`], warnings: [] }
  }
}

/** Schematron is compiled to XSLT (by SchXslt 1 in the folder), that to what SaxonJS runs; once a file. */
function compileRules(rules: string, file: string): Check {
  mkdirSync(cache, { recursive: true })
  const compiled = join(cache, `${createHash('sha256').update(readFileSync(file)).digest('hex')}.json`)
  if (!existsSync(compiled)) {
    console.log(`compiling ${basename(file)}`)
    const stylesheet = file.endsWith('.sch') ? `${compiled}.xslt` : file
    if (stylesheet !== file) {
      const [pipeline = 'pipeline-for-svrl.xsl'] = globSync('**/pipeline-for-svrl.xsl', { cwd: rules })
      xslt(`-xsl:${join(rules, pipeline)}`, `-s:${file}`, `-o:${stylesheet}`)
    }
    xslt(`-xsl:${stylesheet}`, `-export:${compiled}`, '-nogo')
  }
  const stylesheetInternal: unknown = JSON.parse(readFileSync(compiled, 'utf8'))
  return sourceText => {
    const { principalResult } = saxon.transform(
      { stylesheetInternal, sourceText, destination: 'serialized' },
      'sync',
    )
    return readReport(principalResult)
  }
}

function xslt(...options: string[]): void {
  const done = spawnSync('xslt3-he', options, { encoding: 'utf8' })
  if (done.status !== 0) throw new Error(`xslt3-he ${options.join(' ')}: ${done.stderr}`)
}

/** Reads a report in Schematron's language (SVRL). */
function readReport(report: string): Findings {
  using document = XmlDocument.fromString(report)
  const svrl = { svrl: 'http://purl.oclc.org/dsdl/svrl' }
  if (document.find('//svrl:fired-rule', svrl).length === 0) throw new Error('No rule was applied')
  const idsOf = (flag: string) =>
    document.find(`//svrl:failed-assert[${flag}]/@id`, svrl).map(id => id.content)
  return { fatal: idsOf("not(@flag='warning')"), warnings: idsOf("@flag='warning'") }
}
