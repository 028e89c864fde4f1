import type { Sentence } from '#web/features/subscriptions/list-subscriptions/sentence.ts'
import { sayWith } from '#web/lib/texts/i18n.ts'

/** For tests: a sentence as it is read, without marks of bold words and links, with plain spaces. */
export const plain = ({ id, values }: Sentence): string =>
  sayWith(id, { ...values, helpdesk: 'pomoc@dennik.example' })
    .replaceAll(/<\/?\w+>/g, '')
    .replaceAll('\u00a0', ' ')
