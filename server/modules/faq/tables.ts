import { integer, pgTable, text } from 'drizzle-orm/pg-core'

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
})
