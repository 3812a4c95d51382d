import { isJsonType, type Member, type RouteBodyModel, routeInput } from '@charter/runtime'
import type { Route, RouteVerb } from './charter.ts'
import { given } from './given.ts'
import { identify } from './identify.ts'
import type { LockedName } from './lock.ts'
import { readDeprecation } from './read-deprecation.ts'
import { readSize } from './read-size.ts'
import { readMembersOf } from './read-type.ts'
import type { Reader } from './reader.ts'
import { type Entry, isTrueAt, member, type Tree, textAt, textsAt } from './tree.ts'

/** A route of the charter's own: an operation on no entity, with an address, that REST alone carries. */
export const readRoute = (
  { key: name, value: tree, place }: Entry,
  before: Readonly<Record<string, LockedName>>,
  reader: Reader,
): Route => {
  const was = textAt(tree, 'was')
  const path = (textAt(tree, 'path') ?? '').replace(/^\/+|\/+$/g, '')
  const verb = (textAt(tree, 'verb') ?? 'get').toUpperCase() as RouteVerb
  const [params, query] = [readParams(tree, path, reader), readMembersOf(tree, 'query', reader)]
  const headers = textsAt(tree, 'headers').map((header) => header.toLowerCase())
  const body = readBody(tree, name, reader)
  const answers = member(tree, 'answers') ? textsAt(tree, 'answers').map((type) => type.toLowerCase()) : [usualAnswer]
  return {
    id: identify({ name, was }, before),
    name,
    place,
    path,
    verb,
    params,
    query,
    headers,
    answers,
    roles: textsAt(tree, 'roles'),
    isOpen: isTrueAt(tree, 'open'),
    hasKey: false,
    input: routeInput({ params, query, headers, answers, ...body }),
    result: { type: { kind: 'json' } },
    effect: verb === 'GET' ? 'read' : 'write',
    rights: textAt(tree, 'rights') === 'service' ? 'service' : 'caller',
    mode: 'unary',
    errors: textsAt(tree, 'errors'),
    ...given({
      was,
      body: body?.model,
      description: textAt(tree, 'description'),
      deprecated: readDeprecation(tree, reader),
    }),
  }
}

const usualAnswer = 'application/json'

/** Those of the path in order, then what the path does not have (`bad-route`); text where nothing else is said. */
const readParams = (tree: Tree, path: string, reader: Reader): readonly Member[] => {
  const typed = readMembersOf(tree, 'params', reader)
  const named = [...new Set([...path.matchAll(/:([A-Za-z0-9_]+)/g)].map((match) => match[1] ?? ''))]
  const inPath = named.map(
    (name): Member => typed.find((each) => each.name === name) ?? { name, type: { kind: 'text' }, isOptional: false },
  )
  return [...inPath, ...typed.filter(({ name }) => !named.includes(name))]
}

interface ReadBody {
  readonly model: RouteBodyModel
  /** What its code is given, as a type. */
  readonly type: Member['type']
}

/** A media type, or `{ type, as, max }`. `as` is `json`, `text`, `bytes`, or a declared type of JSON. */
const readBody = (tree: Tree, route: string, reader: Reader): ReadBody | undefined => {
  const found = member(tree, 'body')
  if (!found) return undefined
  const type = (textAt(found, 'type') ?? textAt(tree, 'body') ?? '').toLowerCase()
  const told = textAt(found, 'as')
  const isType = told !== undefined && reader.typeNames.has(told)
  const usual = isJsonType(type) ? 'json' : type.startsWith('text/') ? 'text' : 'bytes'
  if (told !== undefined && !isType && told !== 'json' && told !== 'text' && told !== 'bytes')
    reader.reporter.report('unknown-type', member(found, 'as') ?? found, {
      name: told,
      known: ['json', 'text', 'bytes', ...reader.typeNames],
    })
  const as = isType ? 'json' : told === 'json' || told === 'text' || told === 'bytes' ? told : usual
  if (as === 'json' && !isJsonType(type))
    reader.reporter.report('bad-route', found, { name: route, why: `a body of \`${type}\` is not read as JSON` })
  const bytesMax = readSize(textAt(found, 'max')) ?? routeBodyBytesMax
  if (Number.isNaN(bytesMax) || bytesMax > routeBodyBytesMax)
    reader.reporter.report('bad-route', member(found, 'max') ?? found, {
      name: route,
      why: '`max` of its body is a number of bytes, `64 KiB`, or at most `1 MiB`',
    })
  return {
    model: { type, as, bytesMax },
    type: isType
      ? { kind: 'named', name: told }
      : as === 'bytes'
        ? { kind: 'bytes', lengthMax: bytesMax }
        : { kind: as },
  }
}

/** Of bodies that are held whole: the most that a value of bytes may have. */
const routeBodyBytesMax = 1_048_576
