import type { Visible } from './analysis.ts'
import { concealed, denial, modal as may, noAccess, see, seen } from './language/denials.ts'

const alone = '(?:only|alone|exclusively|solely|and (?:to |by )?(?:nobody|no one) else|and nobody else)'
const only = '(?:only|just|solely|exclusively)'
const but = '(?:but|except(?: for)?|other than|apart from|aside from|besides|save(?: for)?)'
const nobodyBut = `(?:(?:nobody|no one|none|no role|nobody else|no one else) ${but})`
const names = "[\\p{L}' ’,-]+?"
const field = `(?<field>${names})`
const roles = `(?<roles>${names})`
const is = `(?:is|are|be|stays?|remains?|${may} (?:be|stay|remain))`
const please = '(?:please )?'
const show = '(?:show|reveal|display|disclose|expose)'
const hide = '(?:hide|conceal|keep|withhold|hold|mask|redact)'
/** `at all`, `ever again`: what a denial ends in. */
const atAll =
  '(?:,? (?:at all|ever|any ?more|any longer|whatsoever|under any circumstances|in any case|either|at any time))*'

const patterns: readonly (readonly [Visible['kind'], string])[] = [
  ['only', `${field} ${is} ${only} (?:to be )?${seen} (?:to|by|for) ${roles}`],
  [
    'only',
    `${field} (?:is|are|${may}(?: only)? be|stays?|remains?)(?: to be)? ${seen} (?:only|just|solely|exclusively|to none but|by none but) (?:to |by |for )?${roles}`,
  ],
  ['only', `${field} ${is}(?: to be)? ${seen} (?:to|by|for) (?:only |just )?${roles} ${alone}`],
  ['only', `${field} ${is}(?: to be)? ${seen} (?:to|by|for) (?:only|just|nobody but|no one but) ${roles}`],
  ['only', `${field} ${may} only be ${seen} (?:to|by|for) ${roles}`],
  [
    'only',
    `${field} ${is}(?: kept)? (?:only for|for|private to|confidential to|reserved (?:for|to)|restricted to|limited to|secret to|hidden from (?:everyone|everybody|all|anyone|anybody) (?:but|except)) ${roles}(?: only| alone|['’]s? eyes only)?`,
  ],
  ['only', `${field} ${is}(?: to be)? ${seen} (?:(?:to|by|for) )?${nobodyBut} (?:to |by |for )?${roles}`],
  ['only', `${please}(?:only|just) ${show} ${field} to ${roles}`],
  ['only', `${please}${show} ${field} (?:only|just|solely|exclusively) to ${roles}`],
  ['only', `${please}${show} ${field} to (?:only |just )?${roles} ${alone}`],
  ['only', `(?:only|just|${nobodyBut}) ${roles} (?:${may} )?${see} ${field}`],
  ['only', `(?:nobody|no one) (?:${may} )?${see} ${field} (?:but|except|other than|apart from)(?: for)? ${roles}`],
  ['hidden', `${field} ${is}(?: kept)? (?:${concealed} (?:from|to|for)|kept (?:away )?from) ${roles}`],
  [
    'hidden',
    `${field} (?:(?:is|are)(?: not|n['’]?t| never| no longer)(?: to)?|${denial}|${may} (?:not|never))(?: be)? ${seen} (?:to|by|for) ${roles}${atAll}`,
  ],
  ['hidden', `${field} (?:is|are) (?:not|never) for ${roles}(?:['’]s? eyes)?`],
  [
    'hidden',
    `${please}(?:always )?${hide} ${field} (?:(?:hidden|secret|private|confidential|away|back|safe) )?from ${roles}${atAll}`,
  ],
  ['hidden', `${please}(?:do not|don['’]?t|never) (?:ever )?${show} ${field} to ${roles}${atAll}`],
  [
    'hidden',
    `${field} ${is}(?: to be)? ${seen} (?:to|by|for) (?:all|anyone|anybody|everyone|everybody)(?: [\\p{L}]+)? ${but} (?:to |by |for )?${roles}`,
  ],
  [
    'hidden',
    `${field} ${is}(?: to be)? ${seen} (?:to|by|for) ${names},? (?:and |but )?(?:not|never) (?:to |by |for )?${roles}`,
  ],
  ['hidden', `(?:no|none of(?: the)?|neither) ${roles} (?:${may} )?(?:ever )?${see} ${field}${atAll}`],
  ['hidden', `(?<roles>nobody) (?:${may} )?(?:ever )?${see} ${field}${atAll}`],
  ['hidden', `not even ${roles} (?:${may} )?(?:ever )?${see} ${field}`],
  ['hidden', `${roles},? ${denial} ${see} ${field}${atAll}`],
  ['hidden', `${roles} ${noAccess} ${field}${atAll}`],
  [
    'hidden',
    `${roles} (?:${may} )?(?:${see}|list|lists|manages?) .+?,? (?:but not|but never|without|except(?: for)?|though not|but no|apart from|other than|minus|with the exception of|barring|aside from|not including|excluding) ${field}`,
  ],
]

/** In order: the first that fits a sentence says who sees a field, and who does not. */
export const visibleForms: readonly (readonly [Visible['kind'], RegExp])[] = patterns.map(([kind, source]) => [
  kind,
  new RegExp(`^${source}$`, 'iu'),
])
