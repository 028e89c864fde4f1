import { setTimeout as pause } from 'node:timers/promises'
import { makeDue } from '../make/due-renewals.ts'
import type { Besieged } from './besieged.ts'
import { holdRate, type Tally } from './mixed-load.ts'

/** What breaks around the processes, and how it is mended. */
export type Fault = {
  name: string
  begin: (besieged: Besieged) => unknown
  end: (besieged: Besieged) => unknown
}

const ofGateway = (name: string, fault: Parameters<Besieged['gateway']['setFaults']>[0]): Fault => ({
  name: `gateway ${name}`,
  begin: ({ gateway }) => gateway.setFaults(fault),
  end: ({ gateway }) => gateway.setFaults({ down: 'no', lose_answers: false, slowness_ms: 0 }),
})
const ofNetwork = (
  name: string,
  which: 'network' | 'mailNetwork',
  begin: (network: Besieged['network']) => unknown,
): Fault => ({ name, begin: besieged => begin(besieged[which]), end: besieged => besieged[which].mend() })

const databaseOf = (url: string) => new URL(url).pathname.slice(1)

/** Everything that may break around the processes, and how it is mended. */
export const faults: readonly Fault[] = [
  ofNetwork('database gone', 'network', network => network.cut()),
  ofNetwork('database’s packets 0.3 s late', 'network', network => network.slow(300)),
  ofNetwork('database’s packets 3 s late', 'network', network => network.slow(3000)),
  ofNetwork('database’s host silent', 'network', network => network.freeze()),
  ofNetwork('database’s connections lost', 'network', network => network.lose()),
  {
    name: 'database’s processes stand still',
    begin: ({ postgres }) => postgres.freeze(),
    end: ({ postgres }) => postgres.thaw(),
  },
  { name: 'database shut down at once', begin: ({ postgres }) => postgres.crash(), end: () => undefined },
  {
    name: 'database failed over, read only',
    begin: ({ postgres }) => postgres.failOver(databaseOf(postgres.url)),
    end: ({ postgres }) => postgres.promote(databaseOf(postgres.url)),
  },
  ofGateway('refuses', { down: 'refusing' }),
  ofGateway('hangs up', { down: 'hanging_up' }),
  ofGateway('is silent', { down: 'silent' }),
  ofGateway('is 3 s slow', { slowness_ms: 3000 }),
  ofGateway('loses its answers', { lose_answers: true }),
  ofNetwork('mail server gone', 'mailNetwork', network => network.cut()),
  ofNetwork('mail server silent', 'mailNetwork', network => network.freeze()),
]

/** What one fault did: answers of readers meanwhile, seconds until all was well again, laws that broke. */
export type FaultFigures = {
  name: string
  tally: Tally
  recoveredS: number
  upgrade: number | undefined
  broken: string[]
}

/** Most seconds until both servers are ready again; doubled for a busy machine. */
const recoveryS = 60

/**
 * Breaks one thing while readers ask, renewals are charged and a reader upgrades, and mends it.
 *
 * @param seconds how long it is broken
 * @param upgrading number of the reader who upgrades
 */
export async function suffer(
  besieged: Besieged,
  fault: Fault,
  { seconds, upgrading }: { seconds: number; upgrading: number },
): Promise<FaultFigures> {
  const broken: string[] = []
  const upgrade = await besieged.readers[upgrading % besieged.readers.length]?.findUpgrade()
  await makeDue(besieged.database, 5)
  let isOver = false
  const asking = holdRate(besieged, 20, () => isOver)
  await fault.begin(besieged)
  const pressed = upgrade?.()
  await pause(seconds * 1000)
  await fault.end(besieged)
  const mended = performance.now()
  while (!(await besieged.isWell())) {
    if (performance.now() - mended > recoveryS * 1000) {
      broken.push(`not ready ${recoveryS} s after it was mended`)
      break
    }
    await pause(100)
  }
  const recoveredS = (performance.now() - mended) / 1000
  isOver = true
  const tally = await asking
  const status = pressed && ((await pressed)?.status ?? 0)
  if (status !== undefined && ![201, 202, 503].includes(status))
    broken.push(`an upgrade was answered by ${status}`)
  return {
    name: fault.name,
    tally,
    recoveredS,
    upgrade: status,
    broken: [...broken, ...new Set(tally.broken)],
  }
}
