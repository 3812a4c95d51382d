import type { AnalysedAccess, AnalysedOperation, AnalysedRole, DeniedRight } from '../analysis.ts'
import { everyone, type Facts, type GrantFact, type Quote } from '../facts/facts.ts'
import { actionsOf } from '../language/actions.ts'
import { isAgentive, isPerson, systemNouns } from '../language/lexicon.ts'
import { memberName } from '../read/names.ts'
import type { Concept, Concepts } from './concepts.ts'

export interface Rights {
  readonly roles: readonly AnalysedRole[]
  readonly access: readonly AnalysedAccess[]
  readonly denied: readonly DeniedRight[]
  readonly operations: readonly AnalysedOperation[]
}

const nobody =
  /^(?:user|people|person|someone|everyone|everybody|anyone|nobody|system|service|api|body|member of staff|human|team member|one)$/

/** Who may do what: roles, their grants, and the operations that are more than create, read, update and delete. */
export const rightsOf = (concepts: Concepts, facts: Facts): Rights => {
  const roles = rolesOf(concepts, facts)
  const access = new Map<string, AnalysedAccess & { do: string[] }>()
  const operations = new Map<string, AnalysedOperation>()
  for (const grant of facts.grants) {
    const role = roles.get(grant.role)
    if (!role || grant.isDenied) continue
    for (const entity of objectsOf(grant, concepts)) {
      const verbs = verbsOn(grant, entity, concepts, operations)
      if (verbs.length === 0) continue
      const when = conditionOf(grant)
      const id = `${role.name}\0${entity.name}\0${when ?? ''}`
      const known = access.get(id)
      if (known) for (const verb of verbs) if (!known.do.includes(verb)) known.do.push(verb)
      if (!known) access.set(id, { role: role.name, do: [...verbs], on: entity.name, when, ...from(grant.quote, 0.8) })
    }
  }
  for (const denied of facts.grants) if (denied.isDenied) deny(denied, roles, concepts, access)
  for (const { verb, on, quote } of facts.acts) {
    const used = facts.grants.find((grant) => grant.verbs.includes(verb))
    const entity = on === '' ? (used ? objectsOf(used, concepts)[0] : concepts.entities[0]) : concepts.of(on)
    if (entity?.isEntity) addOperation(verb, entity, quote, operations)
  }
  const used = new Set([...access.values()].map(({ role }) => role))
  const named = new Set(facts.roles.filter(({ weight }) => weight >= 0.9).map(({ key }) => roles.get(key)?.name))
  return {
    roles: [...new Set(roles.values())].filter(({ name }) => used.has(name) || named.has(name)),
    access: [...access.values()].filter((each) => each.do.length > 0),
    denied: deniedOf(facts, roles, concepts),
    operations: [...operations.values()],
  }
}

/** Denied outright: without a condition. */
const deniedOf = (
  { grants }: Facts,
  roles: ReadonlyMap<string, AnalysedRole>,
  concepts: Concepts,
): readonly DeniedRight[] =>
  grants.flatMap((grant) => {
    const role = grant.role === everyone ? everyone : roles.get(grant.role)?.name
    if (!grant.isDenied || role === undefined || conditionOf(grant) !== null) return []
    return objectsOf(grant, concepts).map((entity) => ({ role, on: entity.name, do: goneOf(grant, entity) }))
  })

const goneOf = ({ verbs }: GrantFact, { name }: Concept): readonly string[] =>
  verbs.flatMap((verb) => actionsOf(verb) ?? [`${memberName(verb)}${name}`])

/** What is denied outright is not granted, whatever else the words grant. */
const deny = (
  denied: GrantFact,
  roles: ReadonlyMap<string, AnalysedRole>,
  concepts: Concepts,
  access: ReadonlyMap<string, AnalysedAccess & { do: string[] }>,
): void => {
  const role = roles.get(denied.role)
  const isEveryone = denied.role === everyone
  if ((!role && !isEveryone) || conditionOf(denied) !== null) return
  const entities = objectsOf(denied, concepts)
  for (const grant of access.values()) {
    if (!isEveryone && grant.role !== role?.name) continue
    for (const entity of entities)
      if (entity.name === grant.on) {
        const gone = goneOf(denied, entity)
        grant.do = grant.do.filter((verb) => !gone.includes(verb))
      }
  }
}

const from = ({ text, start }: Quote, confidence: number) => ({ quoted: true, quote: text, offset: start, confidence })

/** A head nurse is one of the nurses, and what she alone may do is not theirs. */
const ranks =
  /^(?:head|chief|lead|leading|senior|junior|deputy|vice|assistant|associate|trainee|student|apprentice|principal|master|main|super|general|executive|managing|supervising|acting|former|external|internal|temporary|regional|ward|shift|team|on-call|duty)\b/

/** Roles by every key that names them; `nurse` is the `district nurse` where there is one such, who is not given what is said of nurses apart. */
const rolesOf = (concepts: Concepts, facts: Facts): ReadonlyMap<string, AnalysedRole> => {
  const weights = new Map<string, number>()
  for (const { key, weight } of facts.roles) weights.set(key, Math.max(weights.get(key) ?? 0, weight))
  const keys = [...weights.keys()].filter((key) => {
    const last = key.split(' ').at(-1) ?? ''
    return (
      !nobody.test(key) &&
      !systemNouns.has(key) &&
      !(systemNouns.has(last) && !isPerson(key)) &&
      (isPerson(key) || isAgentive(key) || (weights.get(key) ?? 0) >= 0.7)
    )
  })
  const count = (key: string) => facts.grants.filter(({ role }) => role === key).length
  const roles = new Map<string, AnalysedRole>()
  for (const key of keys.sort((a, b) => b.length - a.length)) {
    const longer = keys.filter(
      (other) =>
        other !== key &&
        (other.endsWith(` ${key}`) || (concepts.of(other) === concepts.of(key) && concepts.of(key)?.isEntity === true)),
    )
    const known = longer.length === 1 ? roles.get(longer[0] as string) : undefined
    const quote = facts.roles.find((each) => each.key === key)?.quote ?? { text: key, start: 0 }
    const [long = ''] = longer
    const isKind = long.endsWith(` ${key}`)
    const isShortMeant = known !== undefined && count(key) > count(long) + 1
    const isApart = known === undefined || (isKind && (isShortMeant || ranks.test(long)))
    const role: AnalysedRole =
      isApart || isShortMeant
        ? {
            name: memberName(key),
            aliases: known && !isApart ? [known.name] : [],
            ...from(quote, weights.get(key) ?? 0.5),
          }
        : known
    roles.set(key, role)
    if (isShortMeant && !isApart) roles.set(long, role)
  }
  return roles
}

const objectsOf = (grant: GrantFact, concepts: Concepts): readonly Concept[] => {
  const found = grant.objects.flatMap((object) => {
    const own = concepts.near(object.key)
    if (own) return [own]
    const shorter =
      object.words.length > 1 &&
      /^(?:record|data|detail|information|entry|list|file|page|history|tree|catalogue|catalog|register|registry|roster|sheet|book|base|account|dossier|stuff)$/.test(
        object.words.at(-1) ?? '',
      )
        ? concepts.of(object.words.slice(0, -1).join(' '))
        : undefined
    if (shorter?.isEntity) return [shorter]
    const of = object.of ? concepts.of(object.of.key) : undefined
    return of?.isEntity ? [of] : []
  })
  if (grant.isAll && found.length === 0) return concepts.entities
  if (found.length > 0 || grant.objects.length > 0) return [...new Set(found)]
  const topic = grant.topic === null ? undefined : concepts.of(grant.topic)
  return topic?.isEntity ? [topic] : []
}

const verbsOn = (
  grant: GrantFact,
  entity: Concept,
  concepts: Concepts,
  operations: Map<string, AnalysedOperation>,
): readonly string[] =>
  grant.verbs.flatMap((verb) => {
    const actions = actionsOf(verb)
    const part = grant.objects.find(
      (object) => !concepts.near(object.key) && object.of && concepts.near(object.of.key) === entity,
    )
    if (actions !== null) return part && actions.includes('create') ? ['update'] : actions
    return [addOperation(part ? `${verb} ${part.key}` : verb, entity, grant.quote, operations, part !== undefined)]
  })

const addOperation = (
  verb: string,
  entity: Concept,
  quote: Quote,
  operations: Map<string, AnalysedOperation>,
  isWhole = false,
): string => {
  const name =
    isWhole || (verb.includes(' ') && /^(?:assign|allocate|appoint) /.test(verb))
      ? memberName(verb)
      : `${memberName(verb)}${entity.name}`
  if (!operations.has(name)) operations.set(name, { name, on: entity.name, aliases: [], ...from(quote, 0.7) })
  return name
}

const conditionOf = ({ condition }: GrantFact): string | null => {
  const text = condition
    .replace(/\s+/g, ' ')
    .replace(/ ?[.,;]/g, '')
    .trim()
    // `with their name and date` says what is given, not which.
    .replace(/^with (?!the same\b|(?:their|his|her|its) own\b).*$/, '')
  return text === '' ? null : text
}
