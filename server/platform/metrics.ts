/**
 * Metrics of one process in Prometheus' text format. Labels come from our own source only (route patterns,
 * names of queues): low cardinality, nothing personal.
 */
type Labels = Readonly<Record<string, string>>

export type Sample = { labels?: Labels; value: number }

type Type = 'counter' | 'gauge' | 'histogram'

/** A metric family: name, help, samples. */
export type Family = {
  name: string
  help: string
  type: Type
  samples: readonly (Sample & { suffix?: string })[]
}

const sources = new Map<string, () => Family[] | Promise<Family[]>>()

/**
 * Registers a collector, called at each scrape; a later one of the same name replaces it.
 *
 * @param source name of the collector
 */
export function reportFamilies(source: string, read: () => Family[] | Promise<Family[]>): void {
  sources.set(source, read)
}

/** A gauge. */
export const gauge = (name: string, help: string, samples: readonly Sample[]): Family => ({
  name,
  help,
  type: 'gauge',
  samples,
})

/** Registers a gauge without labels. */
export const reportGauge = (name: string, help: string, read: () => number): void =>
  reportFamilies(name, () => [gauge(name, help, [{ value: read() }])])

/**
 * A counter of this process.
 *
 * @returns a function that adds one, or the given number
 */
export function createCounter(name: string, help: string): (labels: Labels, by?: number) => void {
  const samples = new Map<string, { labels: Labels; value: number }>()
  reportFamilies(name, () => [{ name, help, type: 'counter', samples: [...samples.values()] }])
  return (labels, by = 1) => {
    const key = Object.values(labels).join('\n')
    const known = samples.get(key)
    if (known) known.value += by
    else samples.set(key, { labels, value: by })
  }
}

/** Upper bounds of a duration's buckets, in seconds. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/**
 * A histogram of durations.
 *
 * @returns a function that observes one duration, in seconds
 */
export function createDurations(name: string, help: string): (labels: Labels, seconds: number) => void {
  const rows = new Map<string, { labels: Labels; sum: number; buckets: Uint32Array }>()
  reportFamilies(name, () => [
    { name, help, type: 'histogram', samples: [...rows.values()].flatMap(samplesOfDurations) },
  ])
  return (labels, seconds) => {
    const key = Object.values(labels).join('\n')
    let row = rows.get(key)
    if (row === undefined) {
      row = { labels, sum: 0, buckets: new Uint32Array(bounds.length + 1) }
      rows.set(key, row)
    }
    row.sum += seconds
    const found = bounds.findIndex(bound => seconds <= bound)
    const bucket = found === -1 ? bounds.length : found
    row.buckets[bucket] = (row.buckets[bucket] ?? 0) + 1
  }
}

function samplesOfDurations({ labels, sum, buckets }: { labels: Labels; sum: number; buckets: Uint32Array }) {
  let count = 0
  const samples: Family['samples'][number][] = []
  for (const [index, inBucket] of buckets.entries()) {
    count += inBucket
    const le = String(bounds[index] ?? '+Inf')
    samples.push({ suffix: '_bucket', labels: { ...labels, le }, value: count })
  }
  samples.push({ suffix: '_sum', labels, value: sum }, { suffix: '_count', labels, value: count })
  return samples
}

/** Media type of what `exposeMetrics` writes. */
export const metricsType = 'text/plain; version=0.0.4; charset=utf-8'

/** All metrics of this process, for a scrape. */
export async function exposeMetrics(): Promise<string> {
  const families = (await Promise.all([...sources.values()].map(async read => read()))).flat()
  return families
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .map(family =>
      [
        `# HELP ${family.name} ${family.help}`,
        `# TYPE ${family.name} ${family.type}`,
        ...family.samples.map(
          ({ suffix = '', labels = {}, value }) => `${family.name}${suffix}${written(labels)} ${value}`,
        ),
        '',
      ].join('\n'),
    )
    .join('')
}

function written(labels: Labels): string {
  const pairs = Object.entries(labels).map(
    ([name, value]) =>
      `${name}="${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`,
  )
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}
