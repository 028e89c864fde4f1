import { has } from '#server/testing/setup/has-program.ts'
import type { Besieged } from '#server/testing/siege/besieged.ts'
import { compareBooks, settle } from '#server/testing/siege/books.ts'
import { type Fault, suffer } from '#server/testing/siege/faults.ts'
import { holdRate, measureRate, percentile, type Tally } from '#server/testing/siege/mixed-load.ts'
import { runTool } from '../../scripts/run-tool.ts'
import type { Row } from './report.ts'

const ms = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`
const timesOf = (times: readonly number[]) =>
  `p50 ${ms(percentile(times, 0.5))}, p99 ${ms(percentile(times, 0.99))}, longest ${ms(percentile(times, 1))}`
const forSeconds = (seconds: number) => {
  const over = performance.now() + seconds * 1000
  return () => performance.now() > over
}
const alive = ({ cluster }: Besieged) =>
  cluster.all.every(member => member.isAlive()) ? [] : ['a process has ended']
const lawsOf = (besieged: Besieged, tally: Tally) => [...new Set(tally.broken), ...alive(besieged)]

/** Measures what the machine can do, then holds 70 % of it. */
export async function hold(
  besieged: Besieged,
  { measuringS, holdingS }: { measuringS: number; holdingS: number },
): Promise<Row[]> {
  const part = 'mixed load'
  console.log(`Measuring what this machine can do, then ${Math.round(holdingS)} s at 70 % …`)
  const most = await measureRate(besieged, measuringS)
  const rate = 0.7 * most
  const tally = await holdRate(besieged, rate, forSeconds(holdingS))
  const { times, refused } = tally.all
  return [
    { part, what: 'the most that this machine does', result: `${most.toFixed(0)} calls/s` },
    {
      part,
      what: `70 % of it for ${Math.round(holdingS)} s`,
      result: `${times.length} calls, ${refused} told to retry; ${timesOf(times)}`,
      broken: lawsOf(besieged, tally),
    },
    ...[...tally.calls].map(([name, figures]) => ({ part, what: name, result: timesOf(figures.times) })),
  ]
}

/** One fault, while readers ask and renewals are charged. */
export async function sufferOne(
  besieged: Besieged,
  fault: Fault,
  how: { seconds: number; upgrading: number },
): Promise<Row> {
  const { tally, recoveredS, upgrade, broken } = await suffer(besieged, fault, how)
  const { times, refused, longestMs } = tally.all
  const longest = `longest ${ms(longestMs)}, of the reads ${ms(tally.reads.longestMs)}`
  return {
    part: 'faults under load',
    what: fault.name,
    result: `${times.length} calls, ${refused} told to retry, ${longest}; an upgrade ${upgrade ?? 'not offered'}; ready after ${recoveredS.toFixed(1)} s`,
    broken: [...broken, ...alive(besieged)],
  }
}

/** Bodies that come byte by byte, from a thousand connections. */
export async function drip(besieged: Besieged, seconds: number): Promise<Row[]> {
  const [part, what] = ['slow clients', '1000 bodies, byte by byte']
  if (!has('slowhttptest')) return [{ part, what, result: 'left out: slowhttptest is not installed' }]
  const [server] = besieged.cluster.servers
  const length = String(Math.ceil(seconds))
  const slow = `slowhttptest -B -c 1000 -r 300 -i 2 -x 10 -p 3 -l ${length} -t POST -u ${server?.url}/login`
  const dripping = runTool(slow.split(' '), { without: /[^]*/ })
  const tally = await holdRate(besieged, 20, forSeconds(seconds))
  await dripping
  const { times, refused } = tally.all
  return [
    {
      part,
      what,
      result: `${times.length} calls, ${refused} told to retry; ${timesOf(times)}`,
      broken: lawsOf(besieged, tally),
    },
  ]
}

/** Lets everything end that is open, and compares the gateway's ledger with payments and documents. */
export async function compareAtEnd(besieged: Besieged): Promise<Row[]> {
  console.log('Settling, and comparing the books …')
  const left = await settle(besieged, 300)
  const { charges, paid, differences } = await compareBooks(besieged)
  const open = Object.entries(left).flatMap(([what, count]) =>
    count > 0 ? [`${count} ${what} are left`] : [],
  )
  const part = 'books'
  return [
    {
      part,
      what: 'ledger of the gateway = payments = documents',
      result: `${charges} charges, ${paid} payments`,
      broken: [...open, ...differences, ...alive(besieged)],
    },
  ]
}
