import type { Json } from '@charter/runtime'
import { styles } from '@charter/styles'
import { distinct, entityName, hostileText, memberName } from './hostile-text.ts'
import type { Random } from './random.ts'

type Written = { [member: string]: Json }

/** A charter as a person with bad intentions would write it, sound as far as it goes: JSON, which is YAML too. */
export const hostileDocument = (random: Random): string => {
  const types = declaredTypes(random)
  const names = distinct(random, 1, 3, entityName).filter((name) => !Object.hasOwn(types, name))
  const entities = names.length > 0 ? names : ['Thing']
  const roles = distinct(random, 1, 3, () => random.pick(['owner', 'constructor', 'a-b', 'null', 'x1']))
  const document: Written = {
    charter: 1,
    name: random.pick(['clinic', 'constructor', 'a-b-c', 'null', 'true', 'node']),
    title: hostileText(random),
    version: '1.0.0',
    description: hostileText(random),
    serves: styles.map(({ name: style }) => style),
    sources: { main: { own: 'sqlite' } },
    access: {
      roles,
      principal: { ward: { type: 'text', claim: hostileText(random), required: true } },
      // No claim of tokens themselves begins so.
      ...(random.chance(0.5) && { person: { claim: `who ${hostileText(random)}` } }),
    },
    questions: [{ sentence: hostileText(random), about: hostileText(random), choices: [hostileText(random)] }],
    types,
    entities: Object.fromEntries(entities.map((name) => [name, entityOf(random, { name, entities, types, roles })])),
    operations: operationsOf(random, entities, types),
    ...(random.chance(0.4) && { routes: routesOf(random, roles, types) }),
  }
  return jsonText(document)
}

/** C1 controls and line separators may not stand raw in YAML. */
const jsonText = (value: Json): string =>
  JSON.stringify(value, null, 1).replaceAll(
    /[\u007f-\u009f\u2028\u2029\ufeff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

const declaredTypes = (random: Random): Written =>
  Object.fromEntries(
    distinct(random, 0, 3, entityName).map((name) => [
      name,
      random.pick<() => Written>([
        () => ({ type: 'record', description: hostileText(random), members: membersOf(random) }),
        () => ({
          type: 'union',
          tag: 'kind',
          variants: Object.fromEntries(
            distinct(random, 1, 3, hostileText).map((tag) => [tag.slice(0, 200), { of: textMember(random) }]),
          ),
        }),
        () => enumOf(random),
        () => ({ type: 'map', values: 'text', description: hostileText(random) }),
      ])(),
    ]),
  )

const membersOf = (random: Random): Written =>
  Object.fromEntries(distinct(random, 1, 4, memberName).map((name) => [name, textMember(random)]))

const textMember = (random: Random): Written => ({ type: 'text', description: hostileText(random) })

const enumOf = (random: Random): Written => {
  const values = distinct(random, 1, 4, hostileText)
  return { type: 'enum', values, description: hostileText(random) }
}

interface Around {
  readonly name: string
  readonly entities: readonly string[]
  readonly types: Written
  readonly roles: readonly string[]
}

const entityOf = (random: Random, { name, entities, types, roles }: Around): Written => {
  const fields = distinct(random, 1, 6, memberName).filter((field) => field !== 'id')
  const relation = memberName(random)
  const isRelated = !fields.some((field) => field.startsWith(relation)) && relation !== 'id' && random.chance(0.4)
  return {
    description: hostileText(random),
    key: 'id',
    fields: {
      id: { type: 'uuid', default: 'generated' },
      ...Object.fromEntries(fields.map((field) => [field, fieldOf(random, types)])),
    },
    ...(isRelated && { relations: { [relation]: { one: random.pick(entities), optional: true } } }),
    allow: Object.fromEntries(roles.map((role) => [role, allowOf(random)])),
    ...(random.chance(0.3) && {
      hooks: ['before', 'after', 'committed'].filter((_, at) => at === 0 || random.chance(0.5)),
    }),
    ...(random.chance(0.2) && { plural: `${kebab(name)}-list` }),
    ...(random.chance(0.3) && {
      checks: { [hostileText(random).slice(0, 200)]: { rule: 'id is not null', message: hostileText(random) } },
    }),
  }
}

const kebab = (name: string): string => `p${name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}`

const fieldOf = (random: Random, types: Written): Written => {
  const description = hostileText(random)
  const value = hostileText(random)
  return random.pick<() => Written>([
    () => ({ type: 'text', description, default: value }),
    () => ({ type: 'text', description, optional: true, column: hostileText(random) }),
    () => ({ type: 'text', description, unique: true }),
    () => ({ type: 'text', description, pattern: random.pick(["[a-z']+", '[^`{}$]*', '\\d{3}', '["\\\\*/]+']) }),
    () => {
      const shape = enumOf(random)
      return { ...shape, default: (shape.values as string[])[0] ?? '' }
    },
    () => ({ type: 'text', description, writeOnly: true, optional: random.chance(0.5) }),
    () => ({ type: 'json', description, default: { [value]: [value, { inner: value }] } }),
    () => ({ type: 'int32', description, min: -5, max: 7, default: 3 }),
    () => ({ type: 'decimal', precision: 8, scale: 2, description, default: '1.50' }),
    () => ({ type: 'array', items: 'text', description }),
    () => (Object.keys(types).length > 0 ? { type: random.pick(Object.keys(types)), description } : { type: 'date' }),
  ])()
}

const allowOf = (random: Random): Written => ({
  do: ['create', 'read', 'update', 'list'],
  ...(random.chance(0.4) && { when: `principal.ward == ${cedarText(hostileText(random))}` }),
})

/** A Cedar string literal: what it cannot hold is left out. */
const cedarText = (text: string): string =>
  `"${[...text].filter((point) => /^[\p{L}\p{N}\p{P}\p{S} ]$/u.test(point) && point !== '"' && point !== '\\').join('')}"`

/** Addresses are few: what is hostile of a route are its names, texts and parameters. */
const routesOf = (random: Random, roles: readonly string[], types: Written): Written =>
  Object.fromEntries(
    distinct(random, 1, 3, memberName).map((name, at) => [
      name,
      {
        path: `own${at}/:${memberName(random)}`,
        verb: random.pick(['get', 'post']),
        description: hostileText(random),
        query: Object.fromEntries(distinct(random, 0, 3, hostileText).map((query) => [query, textMember(random)])),
        headers: ['x-own'],
        answers: random.pick(['text/csv', 'application/json']),
        errors: ['gone-already'],
        ...(Object.keys(types).length > 0 && {
          verb: 'put',
          body: { type: 'application/json', as: random.pick(Object.keys(types)) },
        }),
        ...(random.chance(0.3) ? { open: true } : { roles }),
      },
    ]),
  )

const operationsOf = (random: Random, entities: readonly string[], types: Written): Written =>
  Object.fromEntries(
    distinct(random, 0, 3, memberName).map((name) => [
      name,
      {
        entity: random.pick(entities),
        description: hostileText(random),
        input: Object.fromEntries(
          distinct(random, 0, 3, memberName).map((input) => [
            input,
            Object.keys(types).length > 0 && random.chance(0.5)
              ? { type: random.pick(Object.keys(types)), description: hostileText(random) }
              : textMember(random),
          ]),
        ),
        errors: ['gone-already'],
        ...(random.chance(0.5) && { rights: 'service' }),
        ...(random.chance(0.3) && { internal: true }),
      },
    ]),
  )
