import type { Charter, Entity, Place, TypeDeclaration } from './charter.ts'
import { formerNames } from './former-names.ts'
import { given } from './given.ts'
import { identify } from './identify.ts'
import { type LinkedEntity, link } from './link.ts'
import { givenPlural, type Lock } from './lock.ts'
import { readAccess, readLimits, readPolicies, readQuestions, readSources } from './read-access.ts'
import { readCors } from './read-cors.ts'
import { readDeprecation } from './read-deprecation.ts'
import { readAllow, readChecks, readEntity, readHooks, readSamples, readSets, readUnique } from './read-entity.ts'
import { readOperation } from './read-operation.ts'
import { readRoute } from './read-route.ts'
import { readSettings } from './read-settings.ts'
import { readMoveOperations } from './read-states.ts'
import { readType, readWire } from './read-type.ts'
import type { Reader } from './reader.ts'
import { entriesAt, isTrueAt, member, type Tree, textAt, textsAt } from './tree.ts'

/** The charter that a document of the right shape says: shorthand spelled out, names resolved, defaults filled in. */
export const readCharter = (root: Tree, lock: Lock, reader: Reader): Charter => {
  const name = textAt(root, 'name') ?? 'charter'
  const sources = readSources(root, reader)
  const source = sources[0]?.name ?? 'main'
  const linked = link(
    entriesAt(root, 'entities').map((entry) => readEntity(entry, reader)),
    reader,
  )
  const entities = linked.map((entity) => completeEntity(entity, { lock, reader, source }))
  const names = entities.map((entity) => entity.name)
  return {
    name,
    title: textAt(root, 'title') ?? titleOf(name),
    version: reader.version,
    serves: member(root, 'serves') ? textsAt(root, 'serves') : ['rest'],
    frameworks: textsAt(root, 'frameworks'),
    sources,
    settings: readSettings(root, 'charter', reader) ?? {},
    access: readAccess(root, reader),
    types: readTypes(root, reader),
    entities,
    ...readOperations(root, names, lock, reader),
    routes: entriesAt(root, 'routes').map((entry) => readRoute(entry, lock.operations, reader)),
    policies: readPolicies(root, reader),
    limits: readLimits(root, reader),
    questions: readQuestions(root),
    places: placesOf(root),
    ...given({
      description: textAt(root, 'description'),
      state: textAt(root, 'state'),
      crypto: textAt(root, 'crypto') === 'fips' ? ('fips' as const) : undefined,
      atRest: textAt(root, 'atRest') === 'encrypt' ? ('encrypt' as const) : undefined,
      ifMatch: textAt(root, 'ifMatch') === 'required' ? ('required' as const) : undefined,
      cors: readCors(root, reader),
    }),
  }
}

/** Parts whose members and items have no `place` of their own. */
const placedParts = ['serves', 'frameworks', 'sources', 'access']

const placesOf = (root: Tree): Charter['places'] => {
  const found: [string, Place][] = [['', root.place]]
  for (const { key, place, value } of root.kind === 'map' ? root.entries : []) {
    found.push([value.path, place])
    if (placedParts.includes(key)) found.push(...placesIn(value))
  }
  return Object.fromEntries(found)
}

const placesIn = (tree: Tree): readonly [string, Place][] => {
  if (tree.kind === 'scalar') return [[tree.path, tree.place]]
  const inner = tree.kind === 'map' ? tree.entries.map(({ value }) => value) : tree.items
  const own = tree.kind === 'map' ? tree.entries.map(({ value, place }): [string, Place] => [value.path, place]) : []
  return [...inner.flatMap(placesIn), ...own]
}

const titleOf = (name: string): string => {
  const words = name.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Those that are declared, then those that moves declare by themselves. */
const readOperations = (
  root: Tree,
  entities: readonly string[],
  lock: Lock,
  reader: Reader,
): Pick<Charter, 'operations' | 'internal'> => {
  const entries = entriesAt(root, 'operations')
  const names = new Set(entries.map(({ key }) => key))
  const moves = entriesAt(root, 'entities').flatMap((entry) => readMoveOperations(entry, lock.operations))
  const declared = entries.map((entry) => readOperation(entry, entities, lock.operations, reader))
  // One name is one operation: `check` tells of a move that another entity has too.
  const all = [...declared, ...moves.filter(({ name }) => !names.has(name) && names.add(name))]
  return {
    operations: all.filter(({ isInternal }) => !isInternal),
    internal: all.filter(({ isInternal }) => isInternal),
  }
}

const readTypes = (root: Tree, reader: Reader): Charter['types'] =>
  Object.fromEntries(
    entriesAt(root, 'types').map(({ key: name, value, place }): [string, TypeDeclaration] => {
      const more = given({ description: textAt(value, 'description'), wire: readWire(value) })
      return [name, { name, place, type: readType(value, reader), ...more }]
    }),
  )

interface CompletionInput {
  readonly lock: Lock
  readonly reader: Reader
  readonly source: string
}

const completeEntity = (
  { written, fields, relations }: LinkedEntity,
  { lock, reader, source }: CompletionInput,
): Entity => {
  const { name, place, tree, key } = written
  const text = (of: string) => textAt(tree, of)
  const was = text('was')
  const id = identify({ name, was }, lock.entities)
  const before = lock.entities[id]
  const [table, schema] = [text('table'), text('schema')]
  const named = fields.map((field) => ({ id: identify(field, before?.fields ?? {}, `${id}.`), ...field }))
  return {
    id,
    name,
    place,
    plural: text('plural') ?? givenPlural(name, before),
    key,
    fields: named,
    relations: relations.map((each) => ({ id: identify(each, before?.relations ?? {}, `${id}.`), ...each })),
    unique: readUnique(tree),
    checks: readChecks(tree),
    isReadOnly: isTrueAt(tree, 'readOnly'),
    isShared: isTrueAt(tree, 'shared'),
    source: text('source') ?? source,
    allow: readAllow(tree, reader),
    ...(table !== undefined || schema !== undefined ? { binding: { table: table ?? name, ...given({ schema }) } } : {}),
    ...given({
      was,
      formerly: formerNames({ name, key, fields: named }, before),
      description: text('description'),
      deprecated: readDeprecation(tree, reader),
      softDelete: text('softDelete'),
      hooks: readHooks(tree),
      job: text('job'),
      isBuiltIn: isTrueAt(tree, 'builtIn') || undefined,
      sets: readSets(tree),
      person: text('person'),
      settings: readSettings(tree, 'entity', reader),
      samples: readSamples(tree, fields, reader),
    }),
  }
}
