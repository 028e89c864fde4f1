import { eq } from 'drizzle-orm'
import * as z from 'zod'
import { actNames } from '#contract/faq/acts.ts'
import { faqAnswers, faqCategories } from '#server/modules/faq/tables.ts'
import { Key, Text, Texts } from '../fields.ts'
import { defineKind } from '../kind.ts'
import { missing } from '../references.ts'
import { upsertRow } from '../upsert-row.ts'

const order = z.int().min(0).max(1_000_000)

/** Groups of the frequently asked questions. */
export const faqCategoriesKind = defineKind({
  name: 'faq-categories',
  schema: z.strictObject({ code: Key, title: Texts, order }),
  keyOf: category => category.code,
  write: (context, { code, title, order }) =>
    upsertRow(context, faqCategories, ['code'], [], { code, titleSk: title.sk, titleEn: title.en, order }),
})

const Slug = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)

const Answer = z.strictObject({
  slug: Slug,
  category: Key,
  question: Texts,
  answer: Texts,
  order,
  asked: z.strictObject({ sk: z.array(Text), en: z.array(Text) }).default({ sk: [], en: [] }),
  related: z.array(Slug).default([]),
  act: z.enum(actNames).nullable().default(null),
})

/** Frequently asked questions and their answers. */
export const faqKind = defineKind({
  name: 'faq',
  schema: Answer,
  keyOf: answer => answer.slug,
  write: async (context, { slug, category, question, answer, order, asked, related, act }) => {
    const [known] = await context.tx.select().from(faqCategories).where(eq(faqCategories.code, category))
    if (known === undefined) {
      missing(['category'], 'category', category, 'faq-categories')
    }
    return upsertRow(context, faqAnswers, ['slug'], [], {
      slug,
      categoryCode: category,
      order,
      questionSk: question.sk,
      questionEn: question.en,
      answerSk: answer.sk,
      answerEn: answer.en,
      askedSk: asked.sk,
      askedEn: asked.en,
      related,
      act,
    })
  },
})
