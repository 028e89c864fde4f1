/** All that a token can be given, by what it is about; each is needed by an operation. */
export const scopes = [
  'audit:read',
  'flags:read',
  'flags:write',
  'forum:read',
  'forum:write',
  'layout:read',
  'layout:write',
  'load:write',
  'readers:read',
  'readers:write',
  'tokens:read',
  'tokens:write',
] as const

export type Scope = (typeof scopes)[number]
