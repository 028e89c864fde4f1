import { templateReaders } from './readers.ts'

/** Names of readers, so that searches by a part of one find few or many, as in life. */
const first = [
  'Jana',
  'Peter',
  'Mária',
  'Ján',
  'Zuzana',
  'Martin',
  'Katarína',
  'Tomáš',
  'Eva',
  'Michal',
  'Ľubica',
  'Štefan',
  'Anna',
  'Jozef',
  'Lucia',
  'Marek',
  'Monika',
]
const family = [
  'Kováč',
  'Horváth',
  'Varga',
  'Tóth',
  'Nagy',
  'Baláž',
  'Szabó',
  'Molnár',
  'Balog',
  'Lukáč',
  'Novák',
  'Polák',
  'Gajdoš',
  'Kollár',
  'Hudák',
  'Oravec',
  'Bielik',
  'Sedlák',
  'Kučera',
  'Urban',
  'Šimko',
  'Ďurica',
  'Žiak',
]
const hosts = ['posta.example', 'mail.example', 'schranka.example', 'skola.example', 'firma.example']

/**
 * @param reader number of the template
 * @param copy which copy of it, from 1
 */
export const nameOf = (reader: number, copy: number): string =>
  `${first[(reader * 7 + copy) % first.length]} ${family[(reader + copy * 5) % family.length]}`

/** Address of a copy of the reader of a template's address; of others the address with the copy's number. */
export function addressOf(email: string, copy: number): string {
  const number = /^citatel\.(\d+)@/.exec(email)?.[1]
  if (number === undefined) return email.replace('@', `.${copy}@`)
  const plain = nameOf(Number(number), copy).normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return `${plain.replace(' ', '.')}.${Number(number) + copy * templateReaders}@${hosts[(Number(number) + copy) % hosts.length]}`
}
