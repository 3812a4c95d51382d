import { pluralNoun } from '@charter/charter'
import type { Options } from '../options.ts'
import { linesOf, note, type Outline, type OutlineEntity } from '../outline.ts'
import { memberName, wordsOf } from '../read/names.ts'
import { quoted } from '../sentences-said.ts'
import { mentionsIn, namesAlone } from '../words-of-names.ts'
import { isKind, type OwnRoute, ownRoutesIn } from './own-routes-said.ts'
import { saidBy, type Taken } from './taken.ts'

/** `A CSV export of orders at /exports/orders.csv`: a route of the service's own, by sentences that give its path. */
export const ownRoutesTaken = (words: string): readonly Taken[] =>
  ownRoutesIn(words).map((route) => ({ ...route, addRules: (outline: Outline) => addRoute(outline, route) }))

const addRoute = (outline: Outline, route: OwnRoute): boolean => {
  const { path, quote, isOpen, isLimited } = route
  const name = memberName(path.replace(/:/g, ' ')).slice(0, 60)
  const known = outline.operations.has(name) || outline.internal.has(name) || outline.routes.has(name)
  if (isKept(route, outline)) return false
  if (name === '' || known || !isPath(path) || isRest(path, outline) || !outline.serves.includes('rest')) return false
  const roles = isOpen || isLimited ? [] : rolesFor(outline, route)
  const code = 'Its code is to be written.'
  const said = quoted(quote)
  if (isLimited || (!isOpen && roles.length === 0)) {
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

/** `Lab reports are served at /labs/reports`, where a report is a thing that is kept. */
const isKept = ({ what }: OwnRoute, { entities }: Outline): boolean =>
  mentionsIn(what, namesAlone(entities.keys())).some(({ start, end }) => isKind.test(what.slice(start, end)))

const ask = ({ questions }: Outline, sentence: string): void => {
  questions.push({ about: '', sentence, choices: [] })
}

const optionsOf = ({ path, verb, answers, isOpen }: OwnRoute, roles: readonly string[]): Options => ({
  path,
  ...(verb !== undefined && verb !== 'get' && { verb }),
  ...(/^(?:post|put|patch)$/.test(verb ?? '') && { body: { type: 'application/json', as: 'bytes' } }),
  ...((verb ?? 'get') === 'get' && answers !== undefined && { answers: [answers] }),
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
const rolesFor = ({ roles, entities }: Outline, { what, who }: OwnRoute): readonly string[] => {
  if (who.length > 0) return named(who, roles)
  const things = mentionsIn(what, namesAlone(entities.keys())).flatMap(({ name }) => entities.get(name) ?? [])
  return things.length === 0 ? [] : [...roles].filter((role) => things.every((each) => listsAll(each, role)))
}

/** `for managers and the clerks`: none where one of them is no role. */
const named = (who: readonly string[], roles: Iterable<string>): readonly string[] => {
  const all = namesAlone(roles)
  const found = who.map((each) => {
    const one = each.replace(/^(?:the|all|an?|every|each) /i, '')
    return mentionsIn(one, all).find(({ start, end }) => start === 0 && end === one.length)?.name
  })
  return found.every((each) => each !== undefined) ? [...new Set(found)] : []
}

const listsAll = ({ allow }: OutlineEntity, role: string): boolean =>
  linesOf(allow.get(role)).some(({ actions, when }) => actions.has('list') && when === undefined)
