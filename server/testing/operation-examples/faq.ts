import type { Examples } from './example.ts'

export const faqExamples: Examples = { 'faq uses': async () => ({}) }
