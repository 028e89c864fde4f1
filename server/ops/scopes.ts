/** All that a token can be given, by what it is about; each is needed by an operation. */
export const scopes = [
  'audit:read',
  'flags:read',
  'flags:write',
  'forum:read',
  'forum:write',
  'jobs:read',
  'jobs:write',
  'layout:read',
  'layout:write',
  'load:write',
  'newsletters:read',
  'newsletters:write',
  'readers:read',
  'readers:write',
  'tokens:read',
  'tokens:write',
] as const

export type Scope = (typeof scopes)[number]
