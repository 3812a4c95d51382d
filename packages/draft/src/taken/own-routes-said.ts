import { sentencesSaid } from '../sentences-said.ts'
import { letter } from './letter.ts'
import { cleaned, name } from './sentence-form.ts'
import { type Source, takenFrom } from './taken.ts'

/** An address of its own, for which somebody writes the code. */
export interface OwnRoute extends Source {
  /** As a charter has it: `orders/:id/receipt`. */
  readonly path: string
  readonly what: string
  /** `post` where something is sent there, or as the words say. */
  readonly verb: string | undefined
  readonly answers: string | undefined
  readonly isOpen: boolean
  /** Who may call it, as the words name them; empty: nobody is named. */
  readonly who: readonly string[]
  /** Beside the path stand words that may keep somebody out. */
  readonly isLimited: boolean
}

const kinds =
  '(?:exports?|downloads?|reports?|feeds?|files?|csv|pdf|ics|ical|xml|spreadsheet|webhooks?|hooks?|callbacks?|receipts?|pictures?|images?|photos?|badges?)'
const want = '(?:needs?|wants?|gets?|downloads?|fetch(?:es)?|calls?|reads?)'
const would = "(?:need|want|have|offer|provide|would like|['’]d like|would need|['’]d need)"
const leads = `(?:(?:there (?:is|are|should be|must be|has to be|have to be|needs to be|will be) |(?:we|i)(?: also)? ?${would.replaceAll(' like', '(?: also)? like')}(?: to have)? |(?:offer|provide|add) |(?:the )?(?<needs>${name}?) ${want} )(?:also )?)?`
const link = `(?:,? (?:is|are|comes?|lives?|stands?|can be)(?: also)?(?: served| found| offered| available| reached| fetched| downloaded| read)?)?`
const method = '(?:(?<verb>GET|POST|PUT|PATCH|DELETE) )?'
const path = '`?/(?<path>[\\w./:{}~-]*[\\w}])`?'
const words = "[a-z\\u00c0-\\u024f][a-z\\u00c0-\\u024f '’-]*?"
const forms = [
  `${leads}(?:an? |the |one )?(?<what>${words})${link} (?:at|under|on|from|via) ${method}${path}(?<rest>[,; (].+)?`,
  `(?:the |our |an? )?(?<sender>${name}?) (?:posts?|sends?|delivers?|pushes) (?<what>${words}) to ${method}${path}(?<rest>[,; (].+)?`,
  `${method}${path}(?<rest>[,;: (–—-].+)?`,
].map((source) => new RegExp(`^${source}$`, 'i'))
/** `Lab reports`. */
export const isKind = new RegExp(`\\b${kinds}$`, 'i')
const hasKind = new RegExp(`\\b${kinds}\\b`, 'i')

const anybody = '(?:everybody|everyone|anybody|anyone)'
const may = '(?:(?:may|can) )?'
const calls = '(?:calls?|downloads?|fetch(?:es)?|reads?|gets?|uses?)(?: (?:it|this|that))?'
const signIn = '(?:any |an? )?(?:signing in|sign-in|sign-ins|logging in|login|authentication|token|credentials?)'
const which = '(?:(?:and|which|that|it) )?'
/** All the ways to say that whoever reaches it may call it. */
const open = [
  `${which}(?:is |it is )?open to (?:${anybody}|the public|all)`,
  `${which}(?:is |it is )?(?:public|publicly available|open)(?: for ${anybody})?`,
  `for (?:${anybody}|the public)`,
  `${which}(?:${letter}+|${anybody}) ${may}${calls}? ?without ${signIn}`,
  `${which}${anybody} ${may}${calls}`,
  `without ${signIn}`,
  `${which}(?:needs?|requires?|wants?|with) no ${signIn}`,
  `no ${signIn} (?:is )?(?:needed|required|necessary)`,
  `(?:since|because|as) (?:the |our )?${name}? (?:does|do|can) ?not (?:sign|log) in`,
].map((source) => new RegExp(`^${source}$`, 'i'))
/** All the ways to say who may. */
const callers = [
  '(?:only )?for (?<who>.+?)(?: only| alone)?',
  `${which}(?:only )?(?<who>.+?)(?: alone| only)? ${may}(?:only )?${calls}`,
  `${which}(?:is |may be |can be )?(?:only )?(?:open|available|accessible) (?:only )?to (?<who>.+?)(?: only| alone)?`,
].map((source) => new RegExp(`^${source}$`, 'i'))
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

/** `A CSV export of orders at /exports/orders.csv`, `POST /telemetry for fleet managers`: by sentences that give a path and say nothing else. */
export const ownRoutesIn = (given: string): readonly OwnRoute[] =>
  sentencesSaid(given).flatMap((sentence) => {
    if (!sentence.text.includes('/')) return []
    const parts = cleaned(sentence.text).split(
      /,? (?:and|plus|as well as)(?: also)? (?=[^/]+ (?:at|under|on|from) `?\/)/i,
    )
    const found = parts.map(routeOf)
    if (found.some((each) => each === null)) return []
    const all = takenFrom(sentence)
    return found.flatMap((each, at) => (each ? [{ ...each, ...all, ...(at > 0 && { end: all.from }) }] : []))
  })

const routeOf = (text: string): Omit<OwnRoute, keyof Source> | null => {
  const {
    path: said = '',
    what = '',
    rest = '',
    needs,
    sender,
    verb,
  } = forms.map((form) => form.exec(text)?.groups).find((groups) => groups) ?? {}
  const beside = besideOf(rest)
  const isNamed = beside.isOpen || beside.who.length > 0 || verb !== undefined || sender !== undefined
  const isFile = hasKind.test(what) || /\.[a-z]{2,4}$/i.test(said)
  if (said === '' || !(isFile || isNamed)) return null
  const isOpen = beside.isOpen || (beside.isRead && beside.who.length === 0 && /^public /i.test(what))
  const callersSaid = beside.who.length > 0 ? beside.who : [needs ?? sender ?? ''].filter((each) => each !== '')
  const isLimited = limits.test(what) || !beside.isRead || (isOpen && beside.who.length > 0)
  const isSent = sender !== undefined || sent.test(what)
  return {
    path: said.replace(/\{(\w+)\}/g, ':$1'),
    what,
    verb: verb?.toLowerCase() ?? (isSent ? 'post' : undefined),
    answers: formats.find(([format]) => format.test(`${what} ${said}`) || format.test(said))?.[1],
    isOpen: isOpen && !isLimited,
    who: isOpen ? [] : callersSaid,
    isLimited,
  }
}

interface Beside {
  readonly isOpen: boolean
  readonly who: readonly string[]
  /** Every word of it. */
  readonly isRead: boolean
}

/** What stands behind the path, part by part. */
const besideOf = (rest: string): Beside => {
  const parts = rest
    .replace(/^\s*[(:–—-]\s*|\)\s*$/g, '')
    .split(/[,;]\s+|\s+(?=(?:since|because) )|\s+and (?=(?:needs?|requires?|is|only) )/i)
    .map((part) => part.trim().replace(/^[,;]\s*/, ''))
    .filter((part) => part !== '')
  const isOpen = (part: string) => open.some((form) => form.test(part)) && !isDenied.test(part)
  const named = parts.filter((part) => !isOpen(part)).map(callersIn)
  return {
    isOpen: parts.some(isOpen),
    who: named.flatMap((who) => who?.split(/,\s*(?:and |or )?| and | or /i) ?? []),
    isRead: named.every((who) => who !== undefined && !limits.test(who)),
  }
}

const callersIn = (part: string): string | undefined =>
  callers.map((form) => form.exec(part)?.groups?.who).find((who) => who !== undefined)

const isDenied = /\b(?:nobody|not every|no one|not (?:open|public)|never|cannot)\b/i
