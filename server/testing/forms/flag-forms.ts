import type { Endpoint } from '#contract/endpoint.ts'
import {
  evaluateFeatures,
  readFeatures,
  recordExperimentResult,
} from '#contract/feature-flags/feature-flags.ts'
import type { MoneyApp } from '../setup/money-app.ts'
import { openBrowser } from '../setup/test-browser.ts'
import { type Form, outcomeOf } from './form.ts'

const shown = {
  experiment_key: 'one',
  variation_id: 0,
  variation_key: '0',
  hash_attribute: 'ppSplitTest',
  hash_value: '1',
}

/** Text inputs of the flag service. */
export function flagForms(server: MoneyApp): Form[] {
  const visitor = openBrowser(server.app)
  const { featuresClientKey: key } = server.deps.settings
  if (key === null) throw new Error('The flag service is off')
  const at = ({ path }: Endpoint, text = key) =>
    path.replace(':clientKey', () => encodeURIComponent(text.toWellFormed()))
  const evaluated = (place: string, bodyOf: (text: string) => object): Form => ({
    endpoint: evaluateFeatures,
    fields: { [place]: 'used' },
    atOnce: 8,
    send: async ({ [place]: text = '' }) =>
      outcomeOf(await visitor.post(at(evaluateFeatures), { json: bodyOf(text) })),
  })
  const byKey = (endpoint: Endpoint, send: (url: string) => ReturnType<typeof visitor.get>): Form => ({
    endpoint,
    fields: { ':clientKey': 'refused' },
    atOnce: 8,
    send: async ({ ':clientKey': text = '' }) => outcomeOf(await send(at(endpoint, text))),
  })
  return [
    byKey(readFeatures, url => visitor.get(url)),
    byKey(evaluateFeatures, url => visitor.post(url, { json: {} })),
    byKey(recordExperimentResult, url => visitor.post(url, { json: shown })),
    evaluated('attributes{key}', text => ({ attributes: { [text]: text } })),
    evaluated('forcedVariations{key}', text => ({ forcedVariations: { [text]: 1 } })),
    evaluated('url', text => ({ url: text })),
    ...(['experiment_key', 'variation_key', 'hash_attribute', 'hash_value'] as const).map(
      (place): Form => ({
        endpoint: recordExperimentResult,
        // None of these is an experiment of a flag.
        fields: { [place]: 'refused' },
        atOnce: 8,
        send: async texts =>
          outcomeOf(await visitor.post(at(recordExperimentResult), { json: { ...shown, ...texts } })),
      }),
    ),
  ]
}
