import { describe, expect, test } from 'vitest'
import { english, readFaqTexts, sk, slovak } from '#locales/all-texts.ts'
import { compileText } from '#locales/compile-text.ts'
import type { CompiledText } from '#locales/format-message.ts'
import { compileCatalogue } from '../../build/catalogue-plugin.ts'
import { activate, translate } from './i18n.ts'

describe('Slovak typography', () => {
  const faults: [string, RegExp][] = [
    ['a one-letter word stays with the next one', /(?<![\p{L}\p{N}_&])[aikosuvz] /iu],
    [
      'a number stays with what it counts',
      /# (?!zo? )(?=\p{Ll})|\d (?=[€%]|zariaden|hod|minút|dn[eíň]|rok|mesiac|znak|číslic|prístup)|\d až \d/u,
    ],
    ['a day stays with its month', /\d\. (?=\p{Ll})/u],
    ['quotation marks are Slovak', /(?<!=)["”](?=\p{L})|“(?=\p{L})/u],
    ['an ellipsis is one character', /\.\.\./],
  ]
  test.each(faults)('%s', (_, fault) => {
    const texts = Object.entries({ ...slovak, ...readFaqTexts() })
    expect(texts.filter(([, text]) => fault.test(withoutCode(text)))).toEqual([])
  })

  test('a value stays with what it counts too', () => {
    const fault = /\{\w+\} (?:minút|hodín|dní|rokov|znakov|stiahnutí)|IČ DPH|QR kód/
    expect(Object.entries(slovak).filter(([, text]) => fault.test(text))).toEqual([])
  })

  test('no name of a person or a firm ends a sentence: „s. r. o.“ ends in a dot itself', () => {
    const fault = /\{(?:company|supplier)\}\.|\{from\}<\/b>\./
    const texts = [...Object.entries(slovak), ...Object.entries(english)]
    expect(texts.filter(([, text]) => fault.test(text))).toEqual([])
  })
})

test('R2.08 of one follower is spoken in the singular throughout', () => {
  activate('sk', compileCatalogue(sk))
  const told = (count: number) => translate('forum.followers_total', { count }).replaceAll('\u00a0', ' ')
  expect(told(1)).toBe('Sleduje vás 1 čitateľ. Prepínačom pri mene ho začnete sledovať aj vy.')
  expect(told(2)).toBe('Sledujú vás 2 čitatelia. Prepínačom pri mene ich začnete sledovať aj vy.')
})

test('R13.15 how soon the help desk answers is a setting, which no text knows better', () => {
  const fault = /odpovieme\sdo\s\d|we answer within \d/i
  const texts = [...Object.entries(slovak), ...Object.entries(english)]
  expect(texts.filter(([, text]) => fault.test(text))).toEqual([])
})

describe('the same thing has the same word', () => {
  const faqTexts = readFaqTexts()
  const faults: [string, RegExp][] = [
    ['what stays, „zostáva“', /(?<![\p{L}])ost(?:áva|al|an)/iu],
    ['buttons and links are pressed, on a phone too', /klik(?:ni|nu|aj)/iu],
    ['accesses are sold by „balík“', /balíč/iu],
    ['a reader may be a woman: „ste prihlásení“', /\b(?:ste|budete|boli) \p{L}+[ea]ný\b/iu],
    ['mail is „e-mail“', /(?<![\p{L}@./-])emailo?|e-?mailík/iu],
    ['only a subscription is „obnovené“, a page is loaded again', /obnov\p{L}*,? (?:prosím, )?stránk/iu],
    ['a transfer is „prevod na účet“', /bankov\p{L}+\sprevod/iu],
    ['words to a gift are „venovanie“, since „odkaz“ is a link', /odkaz\sk\sdarčeku|ako\sdar(?!\p{L})/iu],
    ['what is gone is „vymazané“', /(?<!\p{L})zmazan/iu],
    ['renewal is „obnovovanie“ alone', /automatick\p{L}+\sobnovovan/iu],
    ['a list is shown on by „zobraziť“', /(?<!\p{L})ukázať/iu],
    ['something is requested: „vyžiadajte si“', /(?:dajte|nechajte)\s(?:si|ho)[^.]*poslať|dať\sposlať/iu],
    [
      'devices are „odstránené“, „odber“ is of newsletters',
      /odob(?:er|r)\p{L}+\szariaden|zariadeni\p{L}*\s\p{L}*\s?odobr/iu,
    ],
  ]
  test.each(faults)('%s', (_, fault) => {
    const texts = Object.entries({ ...slovak, ...faqTexts })
    expect(texts.filter(([, text]) => fault.test(withoutCode(text)))).toEqual([])
  })
})

describe('Slovak as it is spoken', () => {
  const faults: [string, RegExp][] = [
    // „zo štyroch“ but „z piatich“: sentences avoid the preposition or list the numbers.
    ['no „z“ or „zo“ stands before a number that is not known', /(?<!\p{L})zo?\s\{(?!limit\})/iu],
    [
      'nobody has a gender',
      /(?<!\p{L})(?:Poslaný|Pozvaný|Neprijatý|Obdarovaný|Deaktivovaný|Deaktivovaní)(?!\p{L})/u,
    ],
    ['no „pošleme mu“ to a person', /(?<!\p{L})pošleme mu/iu],
    [
      'no comma before a plain „alebo“',
      // After a clause of its own, or where only one of the two can be, it has one.
      /(?<!(?:buď|kto|či|čo|ktor\p{L}+|neplatí:|keď|kým|že|aby)[^.,:]*[^.]*), alebo/iu,
    ],
  ]
  test.each(faults)('%s', (_, fault) => {
    const texts = Object.entries({ ...slovak, ...readFaqTexts() })
    expect(texts.filter(([, text]) => fault.test(text.replaceAll('\u00a0', ' ')))).toEqual([])
  })
})

test('a text that asks the reader to write says where', () => {
  const lost = Object.entries(slovak).filter(
    ([key, text]) =>
      !key.endsWith('_title') &&
      // Words of a link to the contact form.
      text.replaceAll(/\s/g, ' ') !== 'Napíšte nám' &&
      /napíšte nám|napíšte, prosím,|podpore\./i.test(text) &&
      !/\{(?:address|helpdesk|email|forum)\}|na\sadresu\s(?:na\skonci\sstránky|nižšie)/.test(text),
  )
  expect(lost).toEqual([])
  const answers = Object.entries(readFaqTexts()).filter(([, text]) =>
    /(?<!\[)napíšte\snám(?!\sna\s\S+@)/i.test(text),
  )
  expect(answers).toEqual([])
})

test('what an answer puts in quotation marks is a label that readers find', () => {
  const bare = (text: string) => text.replaceAll(/<hidden>.*?<\/hidden>|<\/?\w+>/g, '').replaceAll(/\s/g, ' ')
  const labels = {
    sk: new Set(Object.values(slovak).map(bare)),
    en: new Set(Object.values(english).map(bare)),
  }
  const quoted = [
    ...Object.values(readFaqTexts('sk')).flatMap(text => text.match(/(?<=„)[^“]+(?=“)/g) ?? []),
    ...Object.values(slovak).flatMap(text => text.match(/(?<=tlačidlom\s„)[^“]+(?=“)/g) ?? []),
  ].filter(label => !labels.sk.has(bare(label)))
  const quotedInEnglish = [
    ...Object.values(readFaqTexts('en')).flatMap(text => text.match(/(?<=“)[^”]+(?=”)/g) ?? []),
    ...Object.values(english).flatMap(text => text.match(/(?<=button\s“)[^”]+(?=”)/g) ?? []),
  ].filter(label => !labels.en.has(bare(label)))
  const linked = Object.values(readFaqTexts('sk'))
    .flatMap(text => text.match(/(?<=(?:stránke|časti)\s\[)[^\]]+/g) ?? [])
    .filter(label => !labels.sk.has(bare(label)))
  const linkedInEnglish = Object.values(readFaqTexts('en'))
    .flatMap(text => text.match(/(?<=(?:the page|under)\s\[)[^\]]+/g) ?? [])
    .filter(label => !labels.en.has(bare(label)))
  expect([...quoted, ...quotedInEnglish, ...linked, ...linkedInEnglish]).toEqual([])
})

test('within a plural its own number is written as the language groups it: 4 211, not 4211', () => {
  const bare = (token: CompiledText[number], name: string) =>
    typeof token !== 'string' && token[0] === name && token.length === 1
  const hasBare = (message: CompiledText): boolean =>
    message.some(token => {
      if (typeof token === 'string' || token.length === 1 || token[1] !== 'plural') return false
      const cases = Object.values(token[2])
      return cases.some(each => each.some(part => bare(part, token[0])) || hasBare(each))
    })
  for (const catalogue of [slovak, english]) {
    const ungrouped = Object.entries(catalogue).filter(([, text]) => hasBare(compileText(text)))
    expect(ungrouped).toEqual([])
  }
})

test('a mail goes on after its greeting as the language does: Slovak with a small letter, English with a capital', () => {
  const begins = (catalogue: Record<string, string>, fault: RegExp) =>
    Object.entries(catalogue).filter(([key, text]) => /^mail\.\w+\.text$/.test(key) && fault.test(text))
  expect(begins(slovak, /^\p{Lu}|^\{kind, select, blog \{\p{Lu}/u)).toEqual([])
  expect(begins(english, /^\p{Ll}|^\{kind, select, blog \{\p{Ll}/u)).toEqual([])
})

test('„e-mail“ and its like break nowhere that is seen; a field’s label, a title and what is only heard stay as typed', () => {
  const seen = compileCatalogue(sk)
  expect(seen['activity.copies']).toEqual(['Posielať kópie oznámení e\u2011mailom'])
  expect(seen['subscriptions.access.ebooks']).toEqual(['E\u2011knihy'])
  expect(seen['login.email']).toEqual(['E-mail'])
  expect(seen['login.sent.title']).toEqual(['Pozrite si e-mail'])
  expect(seen['login.change_email']).toEqual(['Zmeniť<hidden> e-mail</hidden>'])
})

test('no word stands twice, no sign is set apart, no space is doubled', () => {
  const texts = [slovak, english, readFaqTexts('sk'), readFaqTexts('en')].flatMap(each =>
    Object.entries(each),
  )
  const bad = texts.filter(([, text]) =>
    /(?<![\p{L}])(\p{L}{2,}) \1(?![\p{L}])|\p{L} [,.;:!?](?!\.)|\S {2,}\S/u.test(
      text.replaceAll(/\{[^{}]*\}/g, '0'),
    ),
  )
  expect(bad).toEqual([])
})

/** Errors without a next step, or whose next step is beside them on the page. */
const finished = new Set([
  'error.account_already_confirmed',
  'error.company_access_exists',
  'error.coupon_already_used',
  'error.coupon_expired',
  'error.current_password_wrong',
  'error.gift_already_activated',
  'error.link_already_linked',
  'error.operation_refused',
  'error.phone_sms_recurrence',
  'error.phone_sms_subscriber',
  'error.recurrence_activate_failed',
  'error.recurrence_stop_failed',
  'error.topic_blocked',
  'error.topic_deleted',
])

test('R8.14 every refusal says what the reader can do now', () => {
  // What stands at a field has no full stop and says what to type; a sentence speaks to the reader: „skúste“, „môžete“.
  const silent = Object.entries(slovak).filter(
    ([key, text]) =>
      key.startsWith('error.') &&
      text.endsWith('.') &&
      !finished.has(key) &&
      !/(?<!\p{L})(?!(?:ste|ešte|máte|nemáte|chcete|platíte|zaplatíte)(?!\p{L}))\p{L}+te(?!\p{L})/u.test(
        text,
      ),
  )
  expect(silent).toEqual([])
})

describe('English as it is spoken', () => {
  const faults: [string, RegExp][] = [
    [
      'a number stays with what it counts',
      /(?:#|(?<![\w:/])\d+) (?:hour|day|device|character|people|person|seat|year|week)/,
    ],
    ['companies buy seats; access is not counted', /\baccesses\b|\ban access\b|# access\b/i],
    ['mail is e-mail', /(?<![\w./\u2011-])mail(?:s|ed)?(?![\w.])/i],
    ['a page is reloaded', /refresh/i],
    ['renewal is no „automatic renewal“', /automatic renewal/i],
    ['something is requested', /\bhave (?:it|a new one|the code) sent\b/i],
    ['what is valid does not „hold“', /\b(?:one|password|decision|e-mail|subscription) (?:will )?holds?\b/i],
    ['one opens with a link, presses with a button', /\bby (?:(?:the|a|this|one) (?:link|button|code)\b|“)/i],
    ['prices are excluding VAT', /without VAT/i],
  ]
  test.each(faults)('%s', (_, fault) => {
    const texts = Object.entries({ ...english, ...readFaqTexts('en') })
    expect(texts.filter(([, text]) => fault.test(withoutCode(text)))).toEqual([])
  })
})

test('English has curly quotes and apostrophes, and e-mail with a hyphen', () => {
  const bad = Object.entries(english).filter(([, text]) =>
    /\w'\w|(?<!=)"\w|\bemail/i.test(withoutCode(text).replaceAll(/'\{|\}'/g, '')),
  )
  expect(bad).toEqual([])
})

/** Only the visible text: no placeholders, plural syntax, tags or branches for the kind `email`. */
const withoutCode = (message: string): string =>
  message
    .replaceAll(/\{\w+, (?:plural|select|selectordinal),/g, '')
    .replaceAll(/\{\w+\}|<\/?\w+>|=\d+ \{|(?<=\} )e?mail\w* (?=\{)/g, '')
