import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A use case whose sides do not all bear the name of its folder in the browser, and why. */
export type Exception = {
  /** `<subject>/<act>` of the endpoints that it sends, where they are not of its own name. */
  endpoints?: readonly string[]
  /** `<module>/<file>` on the server, where it is not that of its endpoints. */
  server?: string
  because: string
}

const byTheForum = {
  server: 'forum/index',
  because: 'the forum answers; there is no rule of ours, so the module only passes it on',
}

/** By `<subject>/<act>` of web/features. */
export const exceptions: Readonly<Record<string, Exception>> = {
  'companies/order-package': {
    endpoints: ['orders/create-order'],
    because: 'an order like others, filled in where its accesses are administered',
  },
  'forum/list-discussions': byTheForum,
  'forum/list-following': byTheForum,
  'forum/list-posts': byTheForum,
  'forum/request-change': {
    endpoints: ['forum/request-nickname-change', 'forum/request-blog-change'],
    server: 'forum/request-change',
    because: 'nickname and blog are two calls of one form',
  },
  'orders/list-products': {
    server: 'subscriptions/list-products',
    because: 'products are rows of the module subscriptions, which orders, gifts and renewals share',
  },
  'recurrence/start-card-change': {
    endpoints: ['payment-cards/start-card-change'],
    because: 'its screen is made of the parts of recurrence, and features are islands',
  },
  'recurrence/start-recurrence': {
    endpoints: ['recurrence/switch-recurrence'],
    because: 'one call with two screens: turning off asks more than turning on',
  },
  'recurrence/stop-recurrence': {
    endpoints: ['recurrence/switch-recurrence'],
    because: 'one call with two screens: turning off asks more than turning on',
  },
}

/**
 * Holds a use case to one name, the contract's: each folder `web/features/<subject>/<act>/` has an endpoint in
 * `contract/<subject>/`, a file `<act>.ts` somewhere in the server's folder of that subject, and a journey that bears the
 * name of a use case lies in the folder of its subject. The file on the server has a test beside it: one of its name, or one
 * of what it belongs to.
 *
 * @param root folder of the project
 * @param allowed exceptions by `<subject>/<act>` of web/features
 * @returns one sentence for each fault
 */
export function checkNames(
  root: string,
  allowed: Readonly<Record<string, Exception>> = exceptions,
): string[] {
  const endpoints = findEndpoints(root)
  const rules = findRules(root)
  const features = filesBelow(root, 'web/features').flatMap(([subject, act, file]) =>
    subject && act && file ? [`${subject}/${act}`] : [],
  )
  const screens = new Set(features)
  const problems: string[] = []
  for (const screen of screens) {
    const exception = allowed[screen]
    const sent = exception?.endpoints ?? [screen]
    const served = exception?.server === undefined ? sent : [exception.server]
    if (exception && endpoints.has(screen) && rules.has(screen)) {
      problems.push(`${screen} needs no exception: every side bears its name.`)
    }
    for (const name of sent.filter(each => !endpoints.has(each))) {
      problems.push(
        `web/features/${screen}/ has no endpoint: contract/${folderOf(name)}/ exports no ${camel(name)}.`,
      )
    }
    for (const name of served.filter(each => !rules.has(each))) {
      problems.push(`web/features/${screen}/ has no file on the server: server/modules/${name}.ts.`)
    }
  }
  for (const gone of Object.keys(allowed).filter(each => !screens.has(each))) {
    problems.push(`${gone} is an exception, but there is no web/features/${gone}/.`)
  }
  const acts = new Set([...endpoints, ...screens].map(actOf))
  const places = [...endpoints, ...screens, ...rules].filter(name => acts.has(actOf(name)))
  return [...problems, ...checkJourneys(root, places), ...checkTests(root, endpoints)]
}

/** @param endpoints `<subject>/<act>` */
function checkTests(root: string, endpoints: ReadonlySet<string>): string[] {
  const files = filesBelow(root, 'server/modules').map(parts => parts.join('/'))
  const tested = new Set(files.filter(file => file.endsWith('.test.ts')).map(parentOf))
  const acts = new Set([...endpoints].map(actOf))
  return files
    .filter(file => acts.has(nameOf(file)) && !tested.has(parentOf(file)))
    .map(file => `server/modules/${file} has no test beside it: add ${nameOf(file)}.test.ts.`)
}

const parentOf = (file: string) => file.slice(0, file.lastIndexOf('/'))
const nameOf = (file: string) => file.slice(file.lastIndexOf('/') + 1).replace(/\.ts$/, '')

/** @param known `<subject>/<act>` of each side of each use case */
function checkJourneys(root: string, known: readonly string[]): string[] {
  return filesBelow(root, 'e2e').flatMap(parts => {
    const act = /^(.+)\.spec\.ts$/.exec(parts.at(-1) ?? '')?.[1]
    const places = known.filter(name => actOf(name) === act)
    if (places.length === 0 || places.includes(`${parts[0]}/${act}`)) return []
    const subjects = [...new Set(places.map(folderOf))]
    return [
      `e2e/${parts.join('/')} bears the name of a use case of ${subjects.join(', ')}: move it to e2e/${subjects[0]}/.`,
    ]
  })
}

/** `<subject>/<act>` of every endpoint that the contract exports. */
function findEndpoints(root: string): Set<string> {
  const found = filesBelow(root, 'contract').flatMap(parts => {
    const source = readFileSync(join(root, 'contract', ...parts), 'utf8')
    const names = [...source.matchAll(/^export const (\w+) = endpoint\(/gm)]
    return names.map(([, name = '']) => `${parts[0]}/${kebab(name)}`)
  })
  return new Set(found)
}

/**
 * `<folder>/<file>` of every file of the server's modules, by each folder around it: a subject may be a folder inside
 * another's module, and have folders of its own.
 */
function findRules(root: string): Set<string> {
  const files = filesBelow(root, 'server/modules').filter(parts => !parts.at(-1)?.endsWith('.test.ts'))
  return new Set(
    files.flatMap(parts => {
      const file = parts.at(-1)?.replace(/\.ts$/, '')
      return parts.slice(0, -1).map(folder => `${folder}/${file}`)
    }),
  )
}

/** Files below a folder of the project, each as the parts of its path from there. */
const filesBelow = (root: string, folder: string): string[][] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(path => /\.\w+$/.test(path))
    .sort()
    .map(path => path.split(/[\\/]/))

const folderOf = (name: string) => name.split('/')[0] ?? ''
const kebab = (name: string) => name.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
const actOf = (name: string) => name.split('/')[1] ?? ''
const camel = (name: string) => actOf(name).replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
