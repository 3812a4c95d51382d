import { pluralNoun } from '@charter/charter'
import type { Options } from '../options.ts'
import { note, type Outline, type OutlineEntity } from '../outline.ts'
import { memberName, wordsOf } from '../read/names.ts'
import { quoted, sentencesSaid } from '../sentences-said.ts'
import { mentionsIn } from '../words-of-names.ts'
import { letter } from './letter.ts'
import { cleaned } from './sentence-form.ts'
import { type Source, saidBy, type Taken, takenFrom } from './taken.ts'

/** An address of its own, for which somebody writes the code. */
interface OwnRoute extends Source {
  /** As a charter has it: `orders/:id/receipt`. */
  readonly path: string
  readonly what: string
  /** What stands behind the path: `that clerks may call`. */
  readonly rest: string
  /** Something is sent there. */
  readonly isSent: boolean
  readonly answers: string | undefined
  readonly isOpen: boolean
}

const kinds =
  '(?:exports?|downloads?|reports?|feeds?|files?|csv|pdf|ics|ical|xml|spreadsheet|webhooks?|hooks?|callbacks?|receipts?|pictures?|images?|photos?|badges?)'
const form = new RegExp(
  `^(?:there (?:is|should be|must be) |(?:we|i) (?:need|want|have|offer|provide) |(?:offer|provide|add) )?(?:an? |the |one )?(?<what>[a-z\\u00c0-\\u024f '’-]*\\b${kinds}\\b[a-z\\u00c0-\\u024f '’-]*?)(?:,? (?:is|are)(?: served| found| offered| available)?)? (?:at|under|on) \`?/(?<path>[\\w./:{}~-]*[\\w}])\`?(?<rest>,? (?:that|which|where|without|for|open|with) [a-z\\u00c0-\\u024f ,'’-]+)?$`,
  'i',
)
const anybody = '(?:everybody|everyone|anybody|anyone)'
const calls = '(?:calls?|downloads?|fetch(?:es)?)'
const signIn = '(?:any |an? )?(?:signing in|sign-in|logging in|login|authentication|token|credentials?)'
/** All the ways to say that whoever reaches it may call it. */
const open = new RegExp(
  `^(?:,? (?:(?:that|which) is |and )?open to (?:${anybody}|the public|all)|,? for (?:${anybody}|the public)|,? (?:that|which) ${anybody} (?:may|can) ${calls}|,? (?:(?:that|which) (?:${letter}+|${anybody} (?:may|can)) ${calls} )?without ${signIn})$`,
  'i',
)
/** All the ways to say who may. */
const callers = [`,? for (?<who>.+)`, `,? (?:that|which) (?<who>.+?) (?:(?:may|can) )?${calls}`].map(
  (source) => new RegExp(`^${source}$`, 'i'),
)
/** What these keep from whom is for no pattern to say. */
const limits =
  /\b(?:no|non|not|never|nobody|none|nothing|cannot|without|except\w*|only|just|own|but|unless|other than|apart from|excluding|restricted|limited)\b|n['’]t\b/i
const sent = /\b(?:webhooks?|hooks?|callbacks?)\b/i
const formats: readonly (readonly [RegExp, string])[] = [
  [/\bcsv\b|\.csv$/i, 'text/csv'],
  [/\bpdf\b|\.pdf$/i, 'application/pdf'],
  [/\b(?:ics|ical)\b|\.ics$/i, 'text/calendar'],
  [/\bxml\b|\.xml$/i, 'application/xml'],
  [/\.json$|\bjson\b/i, 'application/json'],
  [/\bpng\b|\.png$/i, 'image/png'],
  [/\.jpe?g$/i, 'image/jpeg'],
]

/** `A CSV export of orders at /exports/orders.csv`: a route of the service's own, by sentences that give its path. */
export const ownRoutesTaken = (words: string): readonly Taken[] =>
  sentencesSaid(words).flatMap((sentence) => {
    const { text } = sentence
    const clean = cleaned(text)
    const { what = '', path = '', rest = '' } = form.exec(clean)?.groups ?? {}
    if (path === '') return []
    const route: OwnRoute = {
      path: path.replace(/\{(\w+)\}/g, ':$1'),
      what,
      rest,
      isSent: sent.test(what),
      answers: formats.find(([format]) => format.test(`${what} ${path}`) || format.test(path))?.[1],
      isOpen: open.test(rest) || (rest === '' && /^public /i.test(what)),
      ...takenFrom(sentence),
    }
    return [{ ...takenFrom(sentence), addRules: (outline: Outline) => addRoute(outline, route) }]
  })

const addRoute = (outline: Outline, route: OwnRoute): boolean => {
  const { path, quote, isOpen } = route
  const name = memberName(path.replace(/:/g, ' ')).slice(0, 60)
  const known = outline.operations.has(name) || outline.internal.has(name) || outline.routes.has(name)
  if (isKept(route, outline)) return false
  if (name === '' || known || !isPath(path) || isRest(path, outline) || !outline.serves.includes('rest')) return false
  const roles = isOpen || isLimited(route) ? [] : rolesFor(outline, route)
  const code = 'Its code is to be written.'
  const said = quoted(quote)
  if (isLimited(route) || (!isOpen && roles.length === 0)) {
    ask(outline, `"${said}": who may call it? Nothing was made of it.`)
    return true
  }
  outline.routes.set(name, optionsOf(route, roles))
  note(outline, name, saidBy(route))
  ask(
    outline,
    isOpen
      ? `"${said}": may anybody call /${path}? Drafted as \`open\`: its code has to check what it is sent, and rows are closed to it without \`rights: service\`. ${code}`
      : `"${said}": may ${roles.join(', ')} call /${path}, and nobody else? Assumed: yes. ${code}`,
  )
  return true
}

const isLimited = ({ what, rest, isOpen }: OwnRoute): boolean => limits.test(what) || (!isOpen && limits.test(rest))

/** `Lab reports are served at /labs/reports`, where a report is a thing that is kept. */
const isKept = ({ what }: OwnRoute, { entities }: Outline): boolean =>
  mentionsIn(
    what,
    [...entities.keys()].map((name) => ({ name, aliases: [] })),
  ).some(({ start, end }) => isKind.test(what.slice(start, end)))

const isKind = new RegExp(`\\b${kinds}$`, 'i')

const ask = ({ questions }: Outline, sentence: string): void => {
  questions.push({ about: '', sentence, choices: [] })
}

const optionsOf = ({ path, isSent, answers, isOpen }: OwnRoute, roles: readonly string[]): Options => ({
  path,
  ...(isSent && { verb: 'post', body: { type: 'application/json', as: 'bytes' } }),
  ...(!isSent && answers !== undefined && { answers: [answers] }),
  ...(isOpen ? { open: true } : { roles }),
})

const isPath = (path: string): boolean =>
  path.split('/').every((step) => /^(?::[a-z][A-Za-z0-9_]*|[A-Za-z0-9._~-]+)$/.test(step) && !/^\.{1,2}$/.test(step))

/** Where rows of an entity are, or could be: `orders`, `orders/:id`. */
const isRest = (path: string, { entities }: Outline): boolean => {
  const [first = '', ...more] = path.split('/')
  const collections = [...entities.values()].map(({ name }) => {
    const words = [...wordsOf(name)]
    return [...words.slice(0, -1), pluralNoun(words.at(-1) ?? '')].join('-')
  })
  return (
    collections.includes(first.toLowerCase()) &&
    (more.length === 0 || (more.length === 1 && more[0]?.startsWith(':') === true))
  )
}

/** Roles that the words name as those who call it; of words that name nobody, those that may list every row of what it is of. */
const rolesFor = ({ roles, entities }: Outline, { what, rest }: OwnRoute): readonly string[] => {
  if (rest !== '') return named(rest, roles)
  const things = mentionsIn(
    what,
    [...entities.keys()].map((name) => ({ name, aliases: [] })),
  ).flatMap(({ name }) => entities.get(name) ?? [])
  return things.length === 0 ? [] : [...roles].filter((role) => things.every((each) => listsAll(each, role)))
}

/** `for managers and the clerks`: none where one of them is no role. */
const named = (rest: string, roles: Iterable<string>): readonly string[] => {
  const who = callers.map((form) => form.exec(rest)?.groups?.who).find((each) => each !== undefined) ?? ''
  const all = [...roles].map((name) => ({ name, aliases: [] }))
  const found = who.split(/,\s*(?:and |or )?| and | or /i).map((each) => {
    const one = each.replace(/^(?:the|all|an?|every|each) /i, '')
    return mentionsIn(one, all).find(({ start, end }) => start === 0 && end === one.length)?.name
  })
  return found.every((each) => each !== undefined) ? [...new Set(found)] : []
}

const listsAll = ({ allow }: OutlineEntity, role: string): boolean => {
  const grant = allow.get(role)
  return (
    grant !== undefined && [grant, ...grant.more].some(({ actions, when }) => actions.has('list') && when === undefined)
  )
}
