import type { Random } from '../../conformance/access/random.ts'

/** An API as its author thinks of it, whatever document a generator reads. `was`: its name in the generation before. */
export interface Api {
  readonly title: string
  readonly version: string
  readonly entities: readonly ApiEntity[]
  readonly operations: readonly ApiOperation[]
}

export interface ApiEntity {
  readonly name: string
  readonly was?: string
  readonly fields: readonly ApiField[]
}

export interface ApiField {
  readonly name: string
  readonly was?: string
  readonly type: 'text' | 'int32' | 'boolean' | 'date'
  /** Longest text, in characters. */
  readonly lengthMax: number
  readonly isOptional: boolean
}

export interface ApiOperation {
  readonly name: string
  readonly was?: string
  readonly entity: string
}

export const firstApi: Api = {
  title: 'Library',
  version: '1.0.0',
  entities: [
    { name: 'Book', fields: [field('title'), field('pages', 'int32'), field('isLent', 'boolean')] },
    { name: 'Member', fields: [field('name'), field('joinedOn', 'date')] },
  ],
  operations: [{ name: 'lendBook', entity: 'Book' }],
}

function field(name: string, type: ApiField['type'] = 'text'): ApiField {
  return { name, type, lengthMax: 80, isOptional: false }
}

/** One change of an API, as somebody makes in a day; `count` makes its names new. Null where there is nothing to do it to. */
export type ApiEdit = (api: Api, random: Random, count: number) => Api | null

const words = ['amber', 'basil', 'cedar', 'delta', 'ember', 'flint', 'grove', 'heron', 'iris', 'jade']
const nameFor = (random: Random, count: number): string => `${random.pick(words)}${count}`
const capital = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`

const withEntity = (api: Api, at: ApiEntity, next: ApiEntity): Api => ({
  ...api,
  entities: api.entities.map((entity) => (entity === at ? next : entity)),
})

const changedField = (api: Api, random: Random, change: (of: ApiField) => ApiField | null): Api | null => {
  const entity = random.pick(api.entities)
  const chosen = random.pick(entity.fields)
  const next = change(chosen)
  return next && withEntity(api, entity, { ...entity, fields: entity.fields.map((of) => (of === chosen ? next : of)) })
}

export const apiEdits: Readonly<Record<string, ApiEdit>> = {
  'a field comes': (api, random, count) => {
    const entity = random.pick(api.entities)
    const type = random.pick(['text', 'int32', 'boolean', 'date'] as const)
    const at = random.int(entity.fields.length + 1)
    const added: ApiField = { name: nameFor(random, count), type, lengthMax: 40, isOptional: random.int(2) === 0 }
    return withEntity(api, entity, { ...entity, fields: entity.fields.toSpliced(at, 0, added) })
  },
  'a field goes': (api, random) => {
    const entity = random.pick(api.entities)
    if (entity.fields.length < 2) return null
    return withEntity(api, entity, {
      ...entity,
      fields: entity.fields.toSpliced(random.int(entity.fields.length), 1),
    })
  },
  'a field is renamed': (api, random, count) =>
    changedField(api, random, (of) => ({ ...of, name: nameFor(random, count), was: of.was ?? of.name })),
  'a text is longer': (api, random) =>
    changedField(api, random, (of) => (of.type === 'text' ? { ...of, lengthMax: of.lengthMax + 10 } : null)),
  'a field may be left out': (api, random) =>
    changedField(api, random, (of) => (of.isOptional ? null : { ...of, isOptional: true })),
  'an entity comes': (api, random, count) => ({
    ...api,
    entities: [
      ...api.entities,
      { name: capital(nameFor(random, count)), fields: [field('label'), field('size', 'int32')] },
    ],
  }),
  'an entity goes': (api, random) => {
    const free = api.entities.filter(({ name }) => api.operations.every(({ entity }) => entity !== name))
    return api.entities.length < 3 || free.length === 0
      ? null
      : { ...api, entities: api.entities.filter((each) => each !== random.pick(free)) }
  },
  'an entity is renamed': (api, random, count) => {
    const entity = random.pick(api.entities)
    const name = capital(nameFor(random, count))
    const operations = api.operations.map((each) => (each.entity === entity.name ? { ...each, entity: name } : each))
    return { ...withEntity(api, entity, { ...entity, name, was: entity.was ?? entity.name }), operations }
  },
  'an operation comes': (api, random, count) => ({
    ...api,
    operations: [
      ...api.operations,
      { name: `do${capital(nameFor(random, count))}`, entity: random.pick(api.entities).name },
    ],
  }),
  'an operation is renamed': (api, random, count) => {
    const chosen = random.pick(api.operations)
    const next = { ...chosen, name: `do${capital(nameFor(random, count))}`, was: chosen.was ?? chosen.name }
    return { ...api, operations: api.operations.map((each) => (each === chosen ? next : each)) }
  },
  'the title changes': (api, random, count) => ({ ...api, title: `Library ${nameFor(random, count)}` }),
  'a new version': (api, _random, count) => ({ ...api, version: `1.${count}.0` }),
}

/** The API once it was generated: what was renamed has its name. */
export const settled = (api: Api): Api => {
  const named = <Of extends { readonly was?: string }>({ was: _, ...of }: Of) => of
  return {
    ...api,
    entities: api.entities.map((entity) => ({ ...named(entity), fields: entity.fields.map(named) })),
    operations: api.operations.map(named),
  }
}
