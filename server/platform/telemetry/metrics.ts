import { Counter, Gauge, Histogram, Registry } from 'prom-client'

type Labels<Name extends string = string> = Readonly<Record<Name, string>>

export type Sample = { labels?: Labels; value: number }

/** A gauge with its samples: name, help, one value for each combination of labels. */
export type Family = { name: string; help: string; samples: readonly Sample[] }

/**
 * Metrics that this process counts, in Prometheus' text format. Labels come from our own source only (route patterns,
 * names of queues): low cardinality, nothing personal.
 */
const counted = new Registry()
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
/** @param samples or the one value of a gauge without labels */
export const gauge = (name: string, help: string, samples: number | readonly Sample[]): Family => ({
  name,
  help,
  samples: typeof samples === 'number' ? [{ value: samples }] : samples,
})

/** Registers a gauge without labels. */
export const reportGauge = (name: string, help: string, read: () => number): void =>
  reportFamilies(name, () => [gauge(name, help, read())])

/**
 * A counter of this process; called once for each name.
 *
 * @returns a function that adds one, or the given number
 */
export function createCounter<Name extends string>(name: string, help: string, labelNames: readonly Name[]) {
  const counter = new Counter({ name, help, labelNames, registers: [counted] })
  return (labels: Labels<Name>, by = 1): void => counter.inc(labels, by)
}

/** Upper bounds of a duration's buckets, in seconds. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/**
 * A histogram of durations; called once for each name.
 *
 * @returns a function that observes one duration, in seconds
 */
export function createDurations<Name extends string>(
  name: string,
  help: string,
  labelNames: readonly Name[],
) {
  const histogram = new Histogram({ name, help, labelNames, buckets, registers: [counted] })
  return (labels: Labels<Name>, seconds: number): void => histogram.observe(labels, seconds)
}

/** Media type of what `exposeMetrics` writes. */
export const metricsType = counted.contentType

/** All metrics of this process as Prometheus reads them. */
export async function exposeMetrics(): Promise<string> {
  const families = (await Promise.all([...sources.values()].map(async read => read()))).flat()
  const asked = new Registry()
  for (const { name, help, samples } of families) {
    const labelNames = Object.keys(samples[0]?.labels ?? {})
    const figure = new Gauge({ name, help, labelNames, registers: [asked] })
    for (const { labels = {}, value } of samples) figure.set(labels, value)
  }
  return Registry.merge([counted, asked]).metrics()
}
