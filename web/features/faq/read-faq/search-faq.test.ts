import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Locale } from '#contract/wire.ts'
import type { Answer, Category } from './questions.ts'
import { createFaqSearch } from './search-faq.ts'

type Texts<T> = Record<Locale, T>
type Row = {
  slug: string
  question: Texts<string>
  answer: Texts<string>
  asked: Texts<string[]>
  related: string[]
}
const rows: Row[] = JSON.parse(readFileSync('demo/faq.json', 'utf8'))

const searchOfDemo = (locale: Locale) => {
  const items = rows.map(row => ({
    slug: row.slug,
    question: row.question[locale],
    answer: row.answer[locale],
    asked: row.asked[locale],
    related: row.related,
    act: null,
  }))
  return createFaqSearch([{ code: 'all', title: '', items }], locale)
}
const demo = { sk: searchOfDemo('sk'), en: searchOfDemo('en') }
const firstTwo = (locale: Locale, query: string) =>
  demo[locale](query)
    ?.slice(0, 2)
    .map(({ slug }) => slug)

test.each([
  ['zrušiť predplatné', 'ako-zrusim-predplatne'],
  ['ako prestať platiť', 'ako-zrusim-predplatne'],
  ['odhlásiť predplatné', 'ako-zrusim-predplatne'],
  ['výpoveď', 'ako-zrusim-predplatne'],
  ['moje údaje', 'ake-udaje-o-mne-mate'],
  ['GDPR', 'ake-udaje-o-mne-mate'],
  ['storno', 'ako-zrusim-predplatne'],
  ['zrušenie', 'ako-zrusim-predplatne'],
  ['chcem ukončiť predplatné', 'ako-zrusim-predplatne'],
  ['uz nechcem predplatne', 'ako-zrusim-predplatne'],
  ['stornovanie objednávky', 'ako-zrusim-predplatne'],
  ['ukončenie zmluvy', 'ako-zrusim-predplatne'],
  ['zmeniť predplatné', 'ako-zmenim-predplatne'],
  ['prejsť na drahšie predplatné', 'ako-zmenim-predplatne'],
  ['prerušiť predplatné', 'ako-pozastavim-predplatne'],
  ['pozastavenie na leto', 'ako-pozastavim-predplatne'],
  ['vypnúť automatické obnovovanie', 'ako-vypnem-obnovovanie'],
  ['automatické predĺženie', 'ako-vypnem-obnovovanie'],
  ['vypnut obnovovanje', 'ako-vypnem-obnovovanie'],
  ['vrátenie peňazí', 'ako-odstupim-od-zmluvy'],
  ['kedy dostanem späť peniaze', 'ako-odstupim-od-zmluvy'],
  ['odstúpenie od zmluvy', 'ako-odstupim-od-zmluvy'],
  ['objednal som si to omylom', 'ako-odstupim-od-zmluvy'],
  ['reklamácia', 'ako-reklamujem'],
  ['strhli ste mi peniaze dvakrát', 'ako-reklamujem'],
  ['sťažnosť', 'ako-reklamujem'],
  ['zmeniť e-mail', 'ako-zmenim-e-mail'],
  ['zmena mailovej adresy', 'ako-zmenim-e-mail'],
  ['zmena priezviska', 'ako-zmenim-e-mail'],
  ['rodina', 'mate-rodinne-predplatne'],
  ['predplatné pre manželku', 'mate-rodinne-predplatne'],
  ['zľava', 'mate-zlavy'],
  ['študent', 'mate-zlavy'],
  ['studentska zlava', 'mate-zlavy'],
  ['dôchodca', 'mate-zlavy'],
  ['zľava pre seniorov', 'mate-zlavy'],
  ['papierové noviny', 'mate-tlacene-noviny'],
  ['neprišli mi noviny', 'mate-tlacene-noviny'],
  ['tlačené vydanie do schránky', 'mate-tlacene-noviny'],
  ['nejde mi prihlásiť', 'neda-sa-prihlasit'],
  ['neviem sa prihlasit', 'neda-sa-prihlasit'],
  ['zablokovaný účet', 'neda-sa-prihlasit'],
  ['zabudol som heslo', 'zabudol-som-heslo'],
  ['zabudnute helso', 'zabudol-som-heslo'],
  ['zmena hesla', 'ako-zmenim-heslo'],
  ['čítanie na mobile', 'ako-citam-v-mobile'],
  ['aplikácia pre iphone', 'ako-citam-v-mobile'],
  ['karta', 'ako-zmenim-kartu'],
  ['nová platobná karta', 'ako-zmenim-kartu'],
  ['skončila mi platnosť karty', 'ako-zmenim-kartu'],
  ['platba neprešla', 'platba-sa-nepodarila'],
  ['faktúra', 'kde-najdem-fakturu'],
  ['doklad o zaplatení', 'kde-najdem-fakturu'],
  ['faktura na firmu', 'ako-dostanem-fakturu-s-mojimi-udajmi'],
  ['variabilný symbol', 'ako-dlho-trva-platba-prevodom'],
  ['koľko zariadení môžem mať', 'na-kolkych-zariadeniach-mozem-citat'],
  ['odstrániť starý telefón zo zariadení', 'ako-odoberiem-zariadenie'],
  ['zamknuté články', 'preco-mam-clanky-zamknute'],
  ['zaplatil som a nemôžem čítať', 'preco-mam-clanky-zamknute'],
  ['odhlásiť newsletter', 'ako-sa-odhlasim-z-newslettera'],
  ['nechcem od vás e-maily', 'ako-sa-odhlasim-z-newslettera'],
  ['vymazať účet', 'ako-vymazem-ucet'],
  ['presťahoval som sa', 'ako-zmenim-dorucovaciu-adresu'],
  ['ako darovať predplatné mame', 'ako-darujem-predplatne'],
  ['mám kód z darčeka', 'ako-pouzijem-aktivacny-kod'],
  ['koľko stojí predplatné', 'ake-predplatne-si-vybrat'],
  ['telefónne číslo na vás', 'ako-vas-mozem-kontaktovat'],
  ['firemné predplatné', 'ake-balicky-mate-pre-firmy'],
  ['reklamy', 'ako-citat-bez-reklamy'],
  ['kedy sa mi končí predplatné', 'dokedy-mam-predplatne'],
  ['neprišiel mi e-mail na aktiváciu', 'neprisiel-mi-aktivacny-email'],
  ['e-knihy', 'kolko-e-knih-si-mozem-stiahnut'],
])('R13.07 „%s“ finds %s among the first two', (query, slug) => {
  expect(firstTwo('sk', query)).toContain(slug)
})

test.each([
  ['cancel subscription', 'ako-zrusim-predplatne'],
  ['how do i stop paying', 'ako-zrusim-predplatne'],
  ['cancellation', 'ako-zrusim-predplatne'],
  ['auto renewal', 'ako-vypnem-obnovovanie'],
  ['refund', 'ako-odstupim-od-zmluvy'],
  ['charged twice', 'ako-reklamujem'],
  ['change email', 'ako-zmenim-e-mail'],
  ['family plan', 'mate-rodinne-predplatne'],
  ['student discount', 'mate-zlavy'],
  ['printed paper', 'mate-tlacene-noviny'],
  ['can’t log in', 'neda-sa-prihlasit'],
  ['forgoten password', 'zabudol-som-heslo'],
  ['new card', 'ako-zmenim-kartu'],
  ['invoice', 'kde-najdem-fakturu'],
  ['delete my account', 'ako-vymazem-ucet'],
  ['articles are locked', 'preco-mam-clanky-zamknute'],
])('R13.07 “%s” finds %s among the first two', (query, slug) => {
  expect(firstTwo('en', query)).toContain(slug)
})

test.each(['králik na smotane', 'qqqq', 'pestovanie ruží', 'kurz jena'])('„%s“ finds nothing', query => {
  expect(demo.sk(query)).toEqual([])
})

test('related answers of the demo are there, and none is related to itself', () => {
  const slugs = new Set(rows.map(({ slug }) => slug))
  for (const { slug, related } of rows) {
    expect(related.filter(each => each === slug || !slugs.has(each))).toEqual([])
  }
})

const answer = (slug: string, question: string, text: string): Answer => ({
  slug,
  question,
  answer: text,
  asked: [],
  related: [],
  act: null,
})
const categories: Category[] = [
  {
    code: 'payment',
    title: 'Platba',
    items: [
      answer('prevod', 'Ako dlho trvá prevod?', 'Ak sa ponáhľate, zaplaťte kartou.'),
      answer('karta', 'Ako zmením platobnú kartu?', 'Na stránke [Online predplatné](/skryte).'),
    ],
  },
  {
    code: 'devices',
    title: 'Zariadenia',
    items: [answer('zariadenia', 'Na koľkých zariadeniach?', 'Na šiestich.')],
  },
]
const search = createFaqSearch(categories, 'sk')
const slugs = (query: string) => search(query)?.map(({ slug }) => slug)

test.each([
  ['case', 'PREVOD', ['prevod']],
  ['diacritics', 'platobnu', ['karta']],
  ['diacritics that are not in the text', 'préVôd', ['prevod']],
  ['order and number of spaces', '  kartu   zmenim ', ['karta']],
  ['marks around words', '„prevod“?', ['prevod']],
  ['endings', 'zariadenie', ['zariadenia']],
  ['a typing error', 'zaridenia', ['zariadenia']],
  ['what is not typed yet', 'zariad', ['zariadenia']],
])('R1.14 search ignores %s', (_, query, found) => expect(slugs(query)).toEqual(found))

test('the address of a link is not searched, its words are', () => {
  expect(slugs('skryte')).toEqual([])
  expect(slugs('online')).toEqual(['karta'])
})

test('without a word that says something there is nothing to search for', () => {
  for (const query of ['', '   ', '?!', 'ako na']) expect(slugs(query)).toBeUndefined()
})
