/**
 * Figures of one process, told in Prometheus' text format. Labels come from our own source only (patterns of routes,
 * names of queues), so there are few of them and nothing personal is among them.
 */
type Labels = Readonly<Record<string, string>>

export type Sample = { labels?: Labels; value: number }

type Type = 'counter' | 'gauge' | 'histogram'

/** One named figure with its meaning. */
export type Family = {
  name: string
  help: string
  type: Type
  samples: readonly (Sample & { suffix?: string })[]
}

const sources = new Map<string, () => Family[] | Promise<Family[]>>()

/**
 * Has figures asked for whenever somebody reads them; who reports under the same name later takes the place of the
 * former.
 *
 * @param source names who reports
 */
export function reportFamilies(source: string, read: () => Family[] | Promise<Family[]>): void {
  sources.set(source, read)
}

/** A figure that goes up and down. */
export const gauge = (name: string, help: string, samples: readonly Sample[]): Family => ({
  name,
  help,
  type: 'gauge',
  samples,
})

/** Reports one such figure, without labels. */
export const reportGauge = (name: string, help: string, read: () => number): void =>
  reportFamilies(name, () => [gauge(name, help, [{ value: read() }])])

/**
 * Counts what happens in this process.
 *
 * @returns a function that counts one more, or as many as it is told
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
 * Tells how long something takes, as a histogram.
 *
 * @returns a function that adds one duration, in seconds
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

/** All figures of this process as Prometheus reads them. */
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
