import { hookMoments, type Json, type Mask, type Type } from '@charter/runtime'
import { stringify } from 'yaml'
import type { Allow, AllowPlaces, Check, Entity, Field, Place, Settings, States } from './charter.ts'
import { given } from './given.ts'
import { keyHint } from './key-synonyms.ts'
import { nearest } from './near.ts'
import { startOf } from './read-access.ts'
import { canonicalOf, literalOf, readDefault } from './read-default.ts'
import { readDeprecation } from './read-deprecation.ts'
import { fileType, isFileTree, readFileBounds } from './read-file-type.ts'
import { readSettings } from './read-settings.ts'
import { readStates } from './read-states.ts'
import { hasKnownType, readType, readWire, refuseOptions } from './read-type.ts'
import type { Reader } from './reader.ts'
import { type Entry, entriesAt, isTrueAt, jsonOf, member, type Tree, textAt, textOf, textsAt, textsOf } from './tree.ts'

/** An entity as written: relations not resolved, ids not given. `link` makes it whole. */
export interface WrittenEntity {
  readonly name: string
  readonly place: Place
  readonly tree: Tree
  readonly key: readonly string[]
  readonly fields: readonly WrittenField[]
  readonly relations: readonly WrittenRelation[]
}

export type WrittenField = Omit<Field, 'id'>

export interface WrittenRelation {
  readonly name: string
  readonly place: Place
  readonly tree: Tree
  readonly kind: 'one' | 'many'
  readonly target: string
  readonly by: readonly string[]
  /** Fields of the target that `by` equals, where they are not its key. */
  readonly to: readonly string[]
  readonly inverse?: string
  readonly through?: { readonly entity: string; readonly here?: string; readonly there?: string }
  readonly isOptional: boolean
  readonly settings?: Settings
}

/** Reads what an entity says of itself alone. */
export const readEntity = ({ key: name, value: tree, place }: Entry, reader: Reader): WrittenEntity => ({
  name,
  place,
  tree,
  key: textsAt(tree, 'key'),
  fields: entriesAt(tree, 'fields').map((entry) => readField(entry, reader)),
  relations: entriesAt(tree, 'relations').flatMap((entry) => readRelation(entry, reader)),
})

const readField = ({ key: name, value: tree, place }: Entry, reader: Reader): WrittenField => {
  const isFile = isFileTree(tree)
  if (isFile && tree.kind === 'map') refuseOptions(tree, 'file', reader)
  const type = isFile ? fileType : readType(tree, reader)
  const text = (key: string) => textAt(tree, key)
  const states = readStates(tree, type, reader)
  return {
    name,
    place,
    type,
    // A row is made before its files are sent.
    isOptional: isFile || isTrueAt(tree, 'optional'),
    isUnique: isTrueAt(tree, 'unique'),
    isReadOnly: isTrueAt(tree, 'readOnly'),
    isImmutable: isTrueAt(tree, 'immutable'),
    ...(isTrueAt(tree, 'writeOnly') && { isWriteOnly: true as const }),
    ...given({
      states,
      default: defaultOf(tree, type, states, reader),
      mask: readMask(member(tree, 'mask')),
      class: text('class') as Field['class'],
      protect: text('protect') as Field['protect'],
      search: text('search') as Field['search'],
      description: text('description'),
      // Seeing what a token stands for is an action of its own, named or not.
      reveal: text('reveal') ?? (text('protect') === 'tokenize' ? 'detokenize' : undefined),
      deprecated: readDeprecation(tree, reader),
      column: text('column'),
      columnType: text('columnType'),
      was: text('was'),
      wire: readWire(tree),
      file: isFile ? readFileBounds(tree, reader) : undefined,
    }),
  }
}

/** A new row begins in its initial state, said once. */
const defaultOf = (tree: Tree, type: Type, states: States | undefined, reader: Reader): Field['default'] => {
  if (!hasKnownType(tree, reader)) return unjudged(tree)
  const initial = states && states.initial !== '' ? { kind: 'value' as const, value: states.initial } : undefined
  return readDefault(tree, type, reader) ?? initial
}

/** What stands for a default that cannot be judged, so that nothing follows from its being left out. */
const unjudged = (tree: Tree): Field['default'] => (member(tree, 'default') ? { kind: 'database' } : undefined)

const readMask = (tree: Tree | undefined): Mask | undefined => {
  const word = textOf(tree)
  if (word === 'hide' || word === 'year') return { kind: word }
  const keep = Number(textAt(tree, 'last'))
  return tree?.kind === 'map' && Number.isInteger(keep) && keep >= 0 ? { kind: 'last', keep } : undefined
}

const readRelation = ({ key: name, value: tree, place }: Entry, reader: Reader): readonly WrittenRelation[] => {
  const one = textAt(tree, 'one')
  const many = textAt(tree, 'many')
  const target = one ?? many
  // What is no map, or says its target otherwise, has been told with its shape.
  const isTold =
    tree.kind !== 'map' || tree.entries.some(({ key }) => keyHint(key, 'a relation')?.startsWith('Write `one'))
  if (target === undefined && isTold) return []
  if (target === undefined || (one !== undefined && many !== undefined)) {
    const why = 'it has to say either `one` or `many`'
    const hint = `Write \`${name}: { one: Patient }\` or \`${name}: { many: Patient }\`.`
    reader.reporter.report('relation-unclear', { place, path: tree.path }, { relation: name, why, hint })
    return []
  }
  return [
    {
      name,
      place,
      tree,
      kind: one === undefined ? 'many' : 'one',
      target,
      by: textsAt(tree, 'by'),
      to: textsAt(tree, 'to'),
      isOptional: isTrueAt(tree, 'optional'),
      ...given({
        inverse: textAt(tree, 'inverse'),
        through: readThrough(member(tree, 'through')),
        settings: readSettings(tree, 'relation', reader),
      }),
    },
  ]
}

const readThrough = (tree: Tree | undefined): WrittenRelation['through'] => {
  const entity = textOf(tree) ?? textAt(tree, 'entity')
  return entity === undefined
    ? undefined
    : { entity, ...given({ here: textAt(tree, 'here'), there: textAt(tree, 'there') }) }
}

/** Cross-field rules: `name: rule`, or `name: { rule, message }`. */
export const readChecks = (tree: Tree): readonly Check[] =>
  entriesAt(tree, 'checks').map(({ key: name, value, place }) => {
    const text = textOf(value) ?? textAt(value, 'rule') ?? ''
    return { name, place, text, message: textAt(value, 'message') ?? `This has to hold: ${text}.` }
  })

/** Lines of `allow`: a role has one, or a list of them. */
export const readAllow = (tree: Tree, reader: Reader): readonly Allow[] =>
  entriesAt(tree, 'allow').flatMap((entry) => {
    const lines = entry.value.kind === 'list' ? entry.value.items : [entry.value]
    return lines
      .filter((line) => line.kind === 'map')
      .map((line) => {
        const place = entry.value.kind === 'list' ? line.place : entry.place
        const text = `${entry.key}: ${writtenAs(line, reader)}`
        const when = textAt(line, 'when')
        return {
          role: entry.key,
          place,
          do: textsAt(line, 'do'),
          reveal: textsAt(line, 'reveal'),
          text,
          places: placesOf(line, reader),
          ...given({ when }),
        }
      })
  })

/** In one line; what nobody wrote, as somebody would have. */
const writtenAs = (line: Tree, reader: Reader): string => {
  const [start, end] = line.range
  if (start === end) return stringify(jsonOf(line), { collectionStyle: 'flow', lineWidth: 0 }).trim()
  return reader.textOfFile(line.place.file).slice(start, end).replace(/\s+/g, ' ').trim()
}

const placesOf = (line: Tree, reader: Reader): AllowPlaces => {
  const places = (key: string) => textsOf(member(line, key)).map(([, at]) => at.place)
  const when = member(line, 'when')
  return {
    do: places('do'),
    reveal: places('reveal'),
    ...(when?.kind === 'scalar' && { when: startOf(when, reader) }),
  }
}

/** In the order in which they run. */
export const readHooks = (tree: Tree): Entity['hooks'] => {
  const said = textsAt(tree, 'hooks')
  return said.length === 0 ? undefined : hookMoments.filter((moment) => said.includes(moment))
}

/** `leads: { of: members, where: role == 'lead' }`. */
export const readSets = (tree: Tree): Entity['sets'] => {
  const sets = entriesAt(tree, 'sets').map(({ key: name, value, place }) => ({
    name,
    place,
    of: (textAt(value, 'of') ?? '').split('.'),
    ...given({ where: textAt(value, 'where'), count: textAt(value, 'count') }),
  }))
  return sets.length === 0 ? undefined : sets
}

/** `unique: [[a, b]]`: each names itself by its fields. */
export const readUnique = (tree: Tree): readonly { readonly name: string; readonly fields: readonly string[] }[] => {
  const lists = member(tree, 'unique')
  const items = lists?.kind === 'list' ? lists.items : []
  return items.map((item) => {
    const fields = textsOf(item).map(([text]) => text)
    return { name: fields.join('_'), fields }
  })
}

/** `samples`, each value in canonical form; `bad-sample` for what is no value of its field, or no field. */
export const readSamples = (
  tree: Tree,
  fields: readonly WrittenField[],
  reader: Reader,
): readonly Readonly<Record<string, Json>>[] | undefined => {
  const samples = member(tree, 'samples')
  if (samples?.kind !== 'list') return undefined
  return samples.items.flatMap((item) =>
    item.kind === 'map' ? [Object.fromEntries(item.entries.flatMap((entry) => readSample(entry, fields, reader)))] : [],
  )
}

const readSample = ({ key, value: tree }: Entry, fields: readonly WrittenField[], reader: Reader): [string, Json][] => {
  const { report } = reader.reporter
  const field = fields.find((each) => each.name === key)
  if (!field) {
    const near = nearest(
      key,
      fields.map((each) => each.name),
    )
    report('bad-sample', tree, { why: `there is no field \`${key}\`${near ? `; did you mean \`${near}\`` : ''}` })
    return []
  }
  if (field.file) {
    report('bad-sample', tree, { why: `\`${key}\` is a file, and a row is made before its files are sent` })
    return []
  }
  const value = tree.kind === 'scalar' && tree.value === null ? null : literalOf(tree, field.type)
  const canonical = value === null && field.isOptional ? null : canonicalOf(value, field.type)
  if (canonical !== undefined) return [[key, canonical]]
  report('bad-sample', tree, { why: `\`${key}\` is not a value of type ${field.type.kind}` })
  return []
}
