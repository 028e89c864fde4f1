import type { Survey } from '#contract/recurrence/recurrence.ts'
import type { Locale } from '#contract/wire.ts'
import type { Settings } from '#server/platform/settings.ts'

type Text = Record<Locale, string>
type Option = { code: string; text: Text; leadsTo?: 'technical_help' | 'upgrade' }
type Question = { code: string; text: Text; kind: 'one' | 'many'; options: readonly Option[] }
type Definition = { title: Text; questions: readonly Question[] }

const longestFeedback = 2000

const reason: Question = {
  code: 'reason',
  kind: 'many',
  text: { sk: 'Prečo obnovovanie vypínate?', en: 'Why are you turning renewal off?' },
  options: [
    { code: 'price', text: { sk: 'Je to pre mňa drahé', en: 'It is too expensive for me' } },
    { code: 'little_time', text: { sk: 'Nemám čas čítať', en: 'I have no time to read' } },
    { code: 'content', text: { sk: 'Články ma nezaujali', en: 'The articles do not interest me' } },
    { code: 'adverts', text: { sk: 'Prekáža mi reklama', en: 'The ads bother me' }, leadsTo: 'upgrade' },
    {
      code: 'technical',
      text: { sk: 'Niečo mi nefunguje', en: 'Something does not work for me' },
      leadsTo: 'technical_help',
    },
    { code: 'elsewhere', text: { sk: 'Čítam iné médium', en: 'I read another publication' } },
    {
      code: 'own_decision',
      text: { sk: 'Chcem sa zakaždým rozhodnúť znova', en: 'I want to decide anew each time' },
    },
    { code: 'other', text: { sk: 'Iný dôvod', en: 'Another reason' } },
  ],
}

const upgrade: Question = {
  code: 'upgrade',
  kind: 'one',
  text: {
    sk: 'Prečo vás neoslovilo Prémium bez reklamy?',
    en: 'Why did Premium without ads not appeal to you?',
  },
  options: [
    { code: 'price', text: { sk: 'Doplatok je vysoký', en: 'It costs too much more' } },
    { code: 'adverts_fine', text: { sk: 'Reklama mi neprekáža', en: 'I do not mind the ads' } },
    { code: 'blocker', text: { sk: 'Reklamu si blokujem', en: 'I block the ads' } },
    { code: 'not_reading', text: { sk: 'Už nechcem čítať vôbec', en: 'I do not want to read at all' } },
    { code: 'other', text: { sk: 'Iný dôvod', en: 'Another reason' } },
  ],
}

/**
 * The two surveys of the stop flow (R4.07), by the ids that the configuration gives them: one for everybody, one for
 * those who were offered an upgrade and did not take it.
 */
const definitions = ({ surveys }: Pick<Settings, 'surveys'>): Record<string, Definition> => ({
  [surveys.stop]: {
    title: { sk: 'Čo by sme mali robiť lepšie?', en: 'What should we do better?' },
    questions: [reason],
  },
  [surveys.stopUpgrade]: {
    title: { sk: 'Čo by sme mali robiť lepšie?', en: 'What should we do better?' },
    questions: [reason, upgrade],
  },
})

const findDefinition = (settings: Pick<Settings, 'surveys'>, id: string): Definition | undefined => {
  const all = definitions(settings)
  return Object.hasOwn(all, id) ? all[id] : undefined
}

/** A survey in one language; undefined when there is none of this id. */
export function describeSurvey(
  settings: Pick<Settings, 'surveys'>,
  id: string,
  locale: Locale,
): Survey | undefined {
  const definition = findDefinition(settings, id)
  if (!definition) return undefined
  return {
    id,
    title: definition.title[locale],
    questions: definition.questions.map(({ code, text, kind, options }) => ({
      code,
      text: text[locale],
      kind,
      options: options.map(option => ({
        code: option.code,
        text: option.text[locale],
        leads_to: option.leadsTo ?? null,
      })),
    })),
    feedback: {
      text: { sk: 'Chcete nám k\u00a0tomu niečo napísať?', en: 'Would you like to tell us more?' }[locale],
      max_length: longestFeedback,
    },
  }
}

/** Stored answers in words, a question a line. What is no longer asked stays as it was stored. */
export const sayAnswers = (locale: Locale, answers: Record<string, string[]>): string =>
  Object.entries(answers)
    .map(([code, chosen]) => {
      const question = [reason, upgrade].find(each => each.code === code)
      const said = chosen.map(
        each => question?.options.find(option => option.code === each)?.text[locale] ?? each,
      )
      return `${question?.text[locale] ?? code} ${said.join(', ')}`
    })
    .join('\n')

/**
 * Answers in the normalized form in which they are stored.
 *
 * @returns undefined when there is no such survey, question or option, or more than one answer where one is asked for
 */
export function readAnswers(
  settings: Pick<Settings, 'surveys'>,
  id: string,
  answers: Record<string, string | string[]>,
): Record<string, string[]> | undefined {
  const definition = findDefinition(settings, id)
  if (!definition) return undefined
  const kept: Record<string, string[]> = {}
  for (const [code, given] of Object.entries(answers)) {
    const question = definition.questions.find(each => each.code === code)
    const chosen = [...new Set(typeof given === 'string' ? [given] : given)]
    const isKnown = chosen.every(each => question?.options.some(option => option.code === each))
    if (!question || !isKnown || (question.kind === 'one' && chosen.length > 1)) return undefined
    kept[code] = chosen
  }
  return kept
}
