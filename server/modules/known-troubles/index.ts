/**
 * Known troubles: what staff tell readers is broken at present, without a release (R13.15). It owns their words, for
 * whom they are, and until when.
 */
export { endKnownTrouble, listKnownTroubles, setKnownTrouble, type Trouble } from './store.ts'
export { watchKnownTroubles } from './watch-known-troubles.ts'
