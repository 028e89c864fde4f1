import { sql } from 'drizzle-orm'
import { date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { ActName } from '#contract/faq/acts.ts'
import { faqUseKinds } from '#contract/faq/faq.ts'

const texts = () => text().array().notNull().default(sql`'{}'`)

export const faqCategories = pgTable('faq_categories', {
  code: text().primaryKey(),
  titleSk: text().notNull(),
  titleEn: text().notNull(),
  order: integer().notNull(),
})

export const faqAnswers = pgTable('faq_answers', {
  /** Slug in the answer's URL, so it stays when the question is reworded. */
  slug: text().primaryKey(),
  categoryCode: text()
    .notNull()
    .references(() => faqCategories.code),
  order: integer().notNull(),
  questionSk: text().notNull(),
  questionEn: text().notNull(),
  answerSk: text().notNull(),
  answerEn: text().notNull(),
  /** Other words in which readers ask the same. */
  askedSk: texts(),
  askedEn: texts(),
  /** Slugs of answers to read next. */
  related: texts(),
  /** What its reader can do right away. */
  act: text().$type<ActName>(),
})

/** How often, by day: what was searched for in vain, and which answers helped or did not. */
export const faqUses = pgTable(
  'faq_uses',
  {
    day: date().notNull(),
    locale: text({ enum: ['sk', 'en'] }).notNull(),
    kind: text({ enum: faqUseKinds }).notNull(),
    about: text().notNull(),
    times: integer().notNull(),
  },
  table => [primaryKey({ columns: [table.day, table.locale, table.kind, table.about] })],
)
