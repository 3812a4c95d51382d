import { wordsOf } from '../read/names.ts'
import { type Candidate, entitiesOf, mapAt, recordsOf, textsAt } from './candidate.ts'
import { type Evidence, overlaps, type Span, stem } from './evidence.ts'

/**
 * How much of the words a draft holds, less what it makes up. Deterministic, and nothing counts twice: 1 for each word of
 * the person's that the name or the short quote of a part with words of its own speaks of, 1 for each action of each role
 * that was not assumed; minus 3 for each entity and half for each field or relation that was assumed. Sentences that are
 * settled as saying nothing of the API count for nobody.
 */
export const scoreOf = (candidate: Candidate, evidence: Evidence, settled: readonly Span[]): number => {
  const open = evidence.sentences.filter((sentence) => !settled.some((each) => overlaps(each, sentence)))
  const said = new Set(open.flatMap((sentence) => contentWords(evidence.text(sentence))))
  const named = new Set(partsOf(candidate).flatMap(({ path, name }) => spokenOf(candidate, path, name)))
  return named.intersection(said).size + rightsOf(candidate).size - inventions(candidate)
}

interface Part {
  readonly path: string
  readonly name: string
}

const partsOf = ({ charter }: Candidate): readonly Part[] => [
  ...textsAt(mapAt(charter, 'access'), 'roles').map((name) => ({ path: `access.roles.${name}`, name })),
  ...Object.keys(mapAt(charter, 'operations')).map((name) => ({ path: `operations.${name}`, name })),
  ...entitiesOf(charter).flatMap(([entity, value]) => [
    { path: entity, name: entity },
    ...membersOf(value).map((name) => ({ path: `${entity}.${name}`, name })),
  ]),
]

const membersOf = (entity: Parameters<typeof mapAt>[0]): readonly string[] =>
  ['fields', 'relations'].flatMap((section) => Object.keys(mapAt(entity, section)))

/** A whole sentence as a quote says where something stands, not what it is; some readers quote no less. */
const shortQuoteWords = 3

const spokenOf = ({ provenance }: Candidate, path: string, name: string): readonly string[] => {
  const { quoted = '', assumed } = provenance[path] ?? {}
  if (assumed !== undefined) return []
  const quote = contentWords(quoted)
  return [...contentWords(name), ...(quote.length <= shortQuoteWords ? quote : [])]
}

const empty = new Set(
  'the and has have for with its their one many each some are can may which that who from'.split(' '),
)

const contentWords = (text: string): readonly string[] =>
  wordsOf(text)
    .filter((word) => word.length > 2 && !empty.has(word))
    .map(stem)

const rightsOf = ({ charter, provenance }: Candidate): ReadonlySet<string> =>
  new Set(
    entitiesOf(charter)
      .flatMap(([, entity]) => recordsOf(mapAt(entity, 'allow')))
      .filter(([role]) => provenance[`access.roles.${role}`]?.assumed === undefined)
      .flatMap(([role, grant]) => textsAt(grant, 'do').map((action) => `${role} ${action}`)),
  )

const inventions = ({ charter, provenance }: Candidate): number => {
  const isAssumed = (path: string): boolean => provenance[path]?.assumed !== undefined
  const entities = entitiesOf(charter)
  const members = entities.flatMap(([name, entity]) => membersOf(entity).map((member) => `${name}.${member}`))
  return 3 * entities.filter(([name]) => isAssumed(name)).length + members.filter(isAssumed).length / 2
}
