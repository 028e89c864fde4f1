/**
 * The service mode that staff set: read-only, in which readers change nothing, or maintenance, in which the account area is
 * closed (R13.19). It owns which one holds and until when, and refuses what it closes; what stays is said by the
 * contract's endpoints (`staysIn`).
 */
export { refusalOfMode, refuseClosed } from './refuse-closed.ts'
export { endServiceMode, isModeSet, readServiceMode, type SetMode, setServiceMode } from './store.ts'
export { type CurrentMode, watchServiceMode } from './watch-service-mode.ts'
