import { denial, modal, noAccess } from '../../language/denials.ts'

/** Who, what, and whether they gain or lose it. */
export interface Frame {
  readonly kind: 'grant' | 'deny' | 'only' | 'narrow'
  readonly roles: string
  /** `delete orders of their own ward`. */
  readonly what: string
}

const verbs =
  'see|sees|read|reads|view|views|list|lists|create|creates|update|updates|change|changes|edit|edits|delete|deletes|manage|manages'

/** In order: the first that fits says it. */
const frames: readonly (readonly [Frame['kind'], RegExp])[] = [
  [
    'only',
    new RegExp(
      `^(?:only|just|nobody but|no one but|nobody except|no one except|nobody other than)\\s+(?<roles>.+?)\\s+${modal}\\s+(?<what>.+)$`,
      'i',
    ),
  ],
  [
    'only',
    new RegExp(
      `^(?:nobody|no one|no role)\\s+${modal}\\s+(?<what>.+?)\\s+(?:except|but|other than|apart from)\\s+(?<roles>.+)$`,
      'i',
    ),
  ],
  ['only', new RegExp(`^(?:only|nobody but|no one but)\\s+(?<roles>.+?)\\s+(?<what>(?:${verbs})\\s.+)$`, 'i')],
  ['only', /^(?:let|allow|permit)\s+only\s+(?<roles>.+?)\s+(?:to\s+)?(?<what>\S+\s.+)$/i],
  ['only', /^(?<object>.+?)\s+(?:may|can|should|must|shall)\s+only\s+be\s+(?<verb>\w+)\s+by\s+(?<roles>.+)$/i],
  [
    'only',
    /^(?<what>\w+ing\s+.+?)\s+is\s+(?:only\s+)?(?:for|reserved (?:for|to)|up to)\s+(?<roles>.+?)(?:\s+(?:only|alone))?$/i,
  ],
  ['only', /^(?:restrict|limit|reserve)\s+(?<what>\w+ing\s+.+?)\s+(?:to|for)\s+(?<roles>.+)$/i],
  [
    'narrow',
    new RegExp(
      `^(?<roles>.+?)\\s+(?:${modal}\\s+)?only\\s+(?:be (?:able|allowed) to\\s+)?(?!(?:their|his|her|my|the|those|its)\\b)(?<what>(?:\\w+)\\s.+)$`,
      'i',
    ),
  ],
  ['narrow', new RegExp(`^(?<roles>.+?)\\s+(?:${modal}\\s+)?(?<what>(?:\\w+)\\s+only\\s.+)$`, 'i')],
  [
    'narrow',
    /^(?:restrict|limit)\s+(?<roles>.+?)\s+to\s+(?:(?<verb>seeing|reading|viewing)\s+)?(?<object>(?:their|his|her|the\s+\S+\s+of\s+their)\s.+)$/i,
  ],
  [
    'deny',
    new RegExp(
      `^(?:nobody|no one|none of them|no role)\\s+${modal}\\s+(?<what>.+?)(?:\\s+any ?(?:more|longer))?(?<everyone>)$`,
      'i',
    ),
  ],
  ['deny', /^(?:forbid|prevent|stop|keep|ban)\s+(?<roles>.+?)\s+(?:from|to)\s+(?<what>\S+\s.+)$/i],
  ['deny', /^(?:do not|don't|no longer)\s+(?:let|allow)\s+(?<roles>.+?)\s+(?:to\s+)?(?<what>\S+\s.+)$/i],
  ['deny', /^(?:hide|conceal)\s+(?<object>.+?)\s+from\s+(?<roles>.+)$/i],
  [
    'deny',
    /^(?:take|revoke|withdraw)\s+(?:away\s+)?(?:the\s+)?(?:right|rights|permission|permissions)\s+(?:to|of)\s+(?<what>.+?)\s+(?:away\s+)?from\s+(?<roles>.+)$/i,
  ],
  [
    'deny',
    /^(?:revoke|withdraw|remove|take away)\s+(?<verb>\w+(?:(?:,\s*|\s+and\s+)\w+)*)\s+(?:access\s+|rights?\s+)?on\s+(?<object>.+?)\s+from\s+(?<roles>.+)$/i,
  ],
  [
    'grant',
    /^(?:grant|give|allow)\s+(?<verb>\w+(?:(?:,\s*|\s+and\s+)\w+)*)\s+(?:access\s+|rights?\s+)?on\s+(?<object>.+?)\s+to\s+(?<roles>.+)$/i,
  ],
  [
    'deny',
    /^(?<roles>.+?)\s+(?:have|has|get|gets|lose|loses)\s+(?:no(?: longer| more)?|all|any|every)\s+access(?<all>)\s+(?:to|on)\s+(?<object>.+?)(?:\s+any ?more)?$/i,
  ],
  ['deny', new RegExp(`^(?<roles>.+?)\\s+${noAccess}(?<all>)\\s+(?<object>.+?)(?:\\s+any ?more)?$`, 'i')],
  ['deny', new RegExp(`^not even\\s+(?<roles>.+?)\\s+${modal}\\s+(?<what>.+)$`, 'i')],
  [
    'deny',
    new RegExp(`^(?<roles>.+?)\\s+(?:${denial}|lose the right to)\\s+(?<what>.+?)(?:\\s+any ?(?:more|longer))?$`, 'i'),
  ],
  ['grant', /^(?:let|allow|permit)\s+(?<roles>.+?)\s+to\s+(?:also\s+)?(?<what>.+)$/i],
  ['grant', new RegExp(`^let\\s+(?<roles>.+?)\\s+(?<what>(?:${verbs}|add|remove|approve|cancel|do)\\s.+)$`, 'i')],
  ['grant', /^(?:give|grant)\s+(?<roles>.+?)\s+(?:the\s+)?(?:right|rights|permission)\s+to\s+(?<what>.+)$/i],
  ['grant', /^(?:give|grant)\s+(?<roles>.+?)\s+(?<what>(?:full |read |read-only |write )?access (?:to|on)\s.+)$/i],
  ['grant', /^(?:make|show|reveal)\s+(?<object>.+?)\s+(?:visible\s+)?to\s+(?<roles>.+)$/i],
  ['grant', /^(?<object>.+?)\s+(?:may|can|should)\s+(?:also\s+)?be\s+(?<verb>\w+)\s+by\s+(?<roles>.+)$/i],
  [
    'grant',
    new RegExp(
      `^(?<roles>.+?)\\s+(?:also\\s+)?${modal}\\s+(?:also\\s+|now\\s+)*(?<what>.+?)(?:\\s+(?:too|as well))?$`,
      'i',
    ),
  ],
  [
    'grant',
    new RegExp(
      `^(?<roles>.+?)\\s+(?:also\\s+)?(?<what>(?:${verbs}|(?:have|has|get|gets) (?:full |read |read-only |write )?access to)\\s.+?)(?:\\s+(?:too|as well))?$`,
      'i',
    ),
  ],
]

/** The way a sentence grants or denies; null where it does neither. */
export const frameOf = (text: string): Frame | null => {
  for (const [kind, pattern] of frames) {
    const groups = pattern.exec(text)?.groups
    if (!groups) continue
    const what =
      groups.what ??
      `${groups.all === undefined ? (groups.verb ?? 'see') : 'do everything with'} ${groups.object ?? ''}`
    const roles = groups.everyone === undefined ? (groups.roles ?? '') : 'everyone'
    return { kind, roles, what: what.replace(/\bonly\s+(?=(?:their|his|her|my|the|those)\b)/i, '') }
  }
  return null
}
