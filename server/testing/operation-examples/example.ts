import type { TestApp } from '../setup/test-app.ts'

/** Makes what an operation needs to succeed, and gives its input; a file as its bytes. */
export type Example = (server: TestApp) => Promise<Record<string, unknown>>

/** By the operation's name. */
export type Examples = Record<string, Example>
