import type { Examples } from './example.ts'

export const auditExamples: Examples = { 'audit list': async () => ({ limit: 5 }) }
