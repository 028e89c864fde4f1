// Fields that several operations take or answer with.
import * as z from 'zod'

/** A point in time, RFC 3339 in UTC. */
export const Instant = z.iso.datetime()

/** The number of something that is stored. */
export const Id = z.int().positive().max(2_147_483_647)
