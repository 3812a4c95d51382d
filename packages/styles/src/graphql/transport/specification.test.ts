import {
  type Call,
  includedIn,
  type Json,
  type JsonObject,
  type Outcome,
  type Page,
  type Selection,
  type TextPage,
  type TextRow,
  textValue,
} from '@charter/runtime'
import fc from 'fast-check'
import { buildSchema, execute, type GraphQLFieldResolver, isObjectType, parse } from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { load } from '../../testing/model.ts'
import { graphql } from '../index.ts'
import { ask, type FakeGraphqlService, run } from '../testing/fake-graphql-service.ts'
import { globalIdOf } from './global-id.ts'

const library = `
charter: 1
name: library
serves: [graphql]
sources: { main: { own: sqlite } }
access: { accepts: [jwt], roles: [owner] }
types:
  Place: { type: record, members: { street: { type: text }, zip: { type: text, optional: true } } }
  Contact: { type: union, tag: kind, variants: { mail: { address: { type: text } }, 'by phone': { number: { type: text }, isMobile: { type: boolean, optional: true } } } }
entities:
  Author:
    key: id
    fields:
      id: { type: int32 }
      name: { type: text }
      nick: { type: text, optional: true }
      mood: { type: enum, values: [calm, 'very cross'], optional: true }
      moods: { type: array, items: { type: enum, values: [calm, 'very cross'] }, optional: true }
      home: { type: Place, optional: true }
      contact: { type: Contact, optional: true }
    relations: { books: { many: Book, inverse: author } }
    allow: { owner: { do: [create, read, update, delete, list] } }
  Book:
    key: [shelf, number]
    fields: { shelf: { type: text }, number: { type: int32 }, title: { type: text } }
    relations: { author: { one: Author, optional: true } }
    allow: { owner: { do: [create, read, update, delete, list] } }
`
const { charter } = load(library)
const surface = graphql.surface(charter)
const schema = buildSchema(graphql.contract(charter, surface)['schema.graphql'] ?? '')

type Rows = Readonly<Record<string, readonly JsonObject[]>>

const place = fc.record({ street: fc.string(), zip: fc.option(fc.string()) })
const contact = fc.oneof(
  fc.record({ kind: fc.constant('mail'), address: fc.string() }),
  fc.record({ kind: fc.constant('by phone'), number: fc.string(), isMobile: fc.option(fc.boolean()) }),
)
const mood = fc.constantFrom('calm', 'very cross')
const author = fc.record({
  // Sometimes a row lacks what it must have: then null goes up to whoever may be null.
  name: fc.option(fc.string(), { freq: 15 }),
  nick: fc.option(fc.string()),
  mood: fc.option(mood),
  moods: fc.option(fc.array(mood, { maxLength: 2 })),
  home: fc.option(place),
  contact: fc.option(contact),
})
const rows: fc.Arbitrary<Rows> = fc
  .tuple(
    fc.array(author, { maxLength: 3 }),
    fc.array(fc.record({ title: fc.option(fc.string(), { freq: 15 }), authorId: fc.option(fc.nat(3)) }), {
      maxLength: 5,
    }),
  )
  .map(([authors, books]) => ({
    Author: authors.map((each, at) => ({ id: at, ...each })),
    Book: books.map((each, at) => ({ shelf: 'a', number: at, ...each })),
  }))

/** Documents over the schema: fields, aliases, fragments, directives, arguments from variables. */
const fieldsOf: Readonly<Record<string, readonly string[]>> = {
  Author: [
    '__typename',
    'id',
    'rowId',
    'name',
    'nick',
    'mood',
    'moods',
    'home { street zip }',
    'home { z: zip }',
    'contact { __typename ... on ContactMail { kind address } ... on ContactBy_phone { kind number isMobile } }',
  ],
  Book: ['__typename', 'id', 'shelf', 'number', 'title', 'authorId'],
}
const directive = fc.constantFrom(
  '',
  '',
  '',
  ' @include(if: $yes)',
  ' @skip(if: $yes)',
  ' @include(if: $no)',
  ' @skip(if: false)',
)
let alias = 0
const aliased = (text: string, is: boolean) => (is ? `a${alias++}: ${text}` : text)

const selection = (type: 'Author' | 'Book', depth: number): fc.Arbitrary<string> => {
  const leaf = fc.tuple(fc.constantFrom(...(fieldsOf[type] ?? [])), fc.boolean(), directive).map(([text, is, on]) => {
    const [name = '', ...below] = text.split(' {')
    return aliased(`${name}${on}${below.length > 0 ? ` {${below.join(' {')}` : ''}`, is || below.length > 0)
  })
  const fragment = (inner: fc.Arbitrary<string>) =>
    fc
      .tuple(fc.constantFrom(`... on ${type}`, '... on Node', '...', '... on _Entity'), directive, inner)
      .map(([on, when, text]) =>
        on === '... on Node'
          ? `... on Node${when} { id }`
          : on === '... on _Entity'
            ? `...${when} { ${text} }`
            : `${on}${when} { ${text} }`,
      )
  const below: fc.Arbitrary<string>[] =
    depth === 0
      ? []
      : type === 'Author'
        ? [
            fc
              .tuple(fc.constantFrom('', '(first: 1)', '(first: $two)'), connection('Book', depth - 1))
              .map(([given, text]) => `a${alias++}: books${given} ${text}`),
          ]
        : [selection('Author', depth - 1).map((text) => `a${alias++}: author { ${text} }`)]
  const one = depth === 0 ? leaf : fc.oneof({ weight: 4, arbitrary: leaf }, ...below, fragment(leaf))
  return fc.array(one, { minLength: 1, maxLength: 5 }).map((all) => all.join(' '))
}

const connection = (type: 'Author' | 'Book', depth: number): fc.Arbitrary<string> =>
  fc
    .record({
      nodes: selection(type, depth),
      edges: fc.option(selection(type, depth)),
      more: fc.constantFrom('', 'totalCount', 'pageInfo { hasNextPage endCursor }', '__typename'),
    })
    .map(
      ({ nodes, edges, more }) =>
        `{ nodes { ${nodes} } ${more} ${edges === null ? '' : `edges { cursor node { ${edges} } }`} }`,
    )

const document = fc
  .array(
    fc.oneof(
      connection('Author', 2).map((text) => `authors(first: 2) ${text}`),
      connection('Book', 2).map((text) => `books ${text}`),
      selection('Author', 2).map((text) => `author(rowId: 0) { ${text} }`),
      selection('Book', 1).map((text) => `book(shelf: "a", number: $two) { ${text} }`),
      fc.constant('__typename'),
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map(
    (roots) =>
      `query ($yes: Boolean = true, $no: Boolean!, $two: Int!) { ${roots.map((text, at) => `r${at}: ${text}`).join(' ')} used: __typename @include(if: $no) @skip(if: $yes) two: books(first: $two) { nodes { shelf } } }`,
  )

const page = (of: readonly JsonObject[], first: number) => {
  const items = of.slice(0, first)
  const cursors = items.map((_, at) => `c${at}`)
  return { items, cursors, next: of.length > first ? (cursors.at(-1) ?? 'none') : null, total: of.length }
}

/** Cursors as they are asked for. */
const told = ({ cursors: asked }: Selection, cursors: readonly string[]) =>
  asked && { cursors: asked === 'all' ? cursors : [...cursors.slice(0, 1), ...cursors.slice(1).slice(-1)] }

/** What the executor does, over rows in memory. */
const service =
  (all: Rows, asText: boolean) =>
  (call: Call): Outcome => {
    const [entity = '', action] = call.operation.split('.')
    const of = all[entity] ?? []
    if (action === 'read') {
      const found = of.find((row) => Object.entries(call.input.key ?? {}).every(([name, value]) => row[name] === value))
      if (!found) return { kind: 'problem', problem: { code: 'not-found', detail: 'none' } }
      const row = shown(all, call.select ?? {}, found)
      return asText ? textValue(rowPart(call.select ?? {}, row)) : { kind: 'value', value: row }
    }
    const { items, next, total, cursors } = page(of, call.select?.limit ?? 20)
    const value = {
      items: items.map((row) => shown(all, call.select ?? {}, row)),
      next,
      ...(call.select?.count && { count: { value: total, isExact: true } }),
      ...told(call.select ?? {}, cursors),
    }
    return asText
      ? textValue(pagePart(call.select ?? {}, value), { page: { next, rows: items.length } })
      : { kind: 'value', value }
  }

const pagePart = (select: Selection, { items, next, count, cursors }: Page): TextPage => ({
  rows: items.map((row) => rowPart(select, row)),
  next,
  length: 0,
  ...(count && { count }),
  ...(cursors && { cursors }),
})

const rowPart = (select: Selection, row: JsonObject): TextRow => ({
  own: JSON.stringify(Object.fromEntries((select.fields ?? []).map((name) => [name, row[name] ?? null]))),
  included: includedIn(select).map(({ member: name, relation, selection: inner }) => {
    const value = row[name] as JsonObject | null
    if (relation === 'author') return { name, part: value && rowPart(inner, value) }
    return { name, part: pagePart(inner, value as unknown as Page) }
  }),
  length: 0,
})

const shown = (all: Rows, select: Selection, row: JsonObject): JsonObject => ({
  ...Object.fromEntries((select.fields ?? []).map((name) => [name, row[name] ?? null])),
  ...Object.fromEntries(
    includedIn(select).map(({ member, relation, selection: inner }): [string, Json] => {
      if (relation === 'author') {
        const found = all.Author?.find(({ id }) => id === row.authorId)
        return [member, found ? shown(all, inner, found) : null]
      }
      const { items, next, total, cursors } = page(
        (all.Book ?? []).filter(({ authorId }) => authorId === row.id),
        inner.limit ?? 20,
      )
      return [
        member,
        {
          items: items.map((each) => shown(all, inner, each)),
          next,
          ...(inner.count && { count: { value: total, isExact: true } }),
          ...told(inner, cursors),
        },
      ]
    }),
  ),
})

const names: Readonly<Record<string, string>> = {
  calm: 'calm',
  'very cross': 'very_cross',
  mail: 'mail',
  'by phone': 'by_phone',
}

/** graphql-js with a resolver for each field, as one writes it by hand. */
const naive = (all: Rows): GraphQLFieldResolver<JsonObject, unknown> => {
  const connected = (of: readonly JsonObject[], { first = 20 }: { first?: number }) => {
    const { items, next, total, cursors } = page(of, first)
    return {
      nodes: items,
      edges: items.map((node, at) => ({ node, cursor: cursors[at] ?? null })),
      totalCount: total,
      isTotalCountExact: true,
      pageInfo: {
        hasNextPage: next !== null,
        endCursor: cursors.at(-1) ?? null,
        hasPreviousPage: false,
        startCursor: cursors[0] ?? null,
      },
    }
  }
  return (source, given, _context, { fieldName, parentType }) => {
    const type = parentType.name
    if (type === 'Query' && (fieldName === 'authors' || fieldName === 'books'))
      return connected(all[fieldName === 'authors' ? 'Author' : 'Book'] ?? [], given)
    if (type === 'Query') return byKey(all, fieldName, given)
    if (fieldName === 'id')
      return globalIdOf(
        type === 'Author' ? { node: type, key: ['id'] } : { node: type, key: ['shelf', 'number'] },
        source,
      )
    if (fieldName === 'rowId') return source.id
    if (type === 'Author' && fieldName === 'books')
      return connected(
        (all.Book ?? []).filter(({ authorId }) => authorId === source.id),
        given,
      )
    if (type === 'Book' && fieldName === 'author') return all.Author?.find(({ id }) => id === source.authorId) ?? null
    const value = source[fieldName]
    if (['mood', 'kind'].includes(fieldName)) return value === null ? null : names[String(value)]
    if (fieldName === 'moods') return value === null ? null : (value as string[]).map((each) => names[each])
    return value
  }
}

const byKey = (all: Rows, fieldName: string, given: Readonly<Record<string, unknown>>) => {
  const found =
    fieldName === 'author'
      ? all.Author?.find(({ id }) => id === given.rowId)
      : all.Book?.find(({ number }) => number === given.number)
  if (!found) throw new Error('none')
  return found
}

for (const type of Object.values(schema.getTypeMap())) if (isObjectType(type)) type.isTypeOf = undefined

let running: FakeGraphqlService
beforeAll(async () => {
  running = await run(library, { limits: { depth: 50, cost: 1e9 } })
})
afterAll(() => running.close())

test('documents are answered as graphql-js answers them with a resolver for each field', async () => {
  const property = fc.asyncProperty(rows, document, fc.boolean(), fc.boolean(), async (all, query, no, asText) => {
    running.answer = service(all, asText)
    const variables = { no, two: 2 }
    const { body } = await ask(running.url, query, variables)
    const expected = await execute({
      schema,
      document: parse(query),
      variableValues: variables,
      rootValue: {},
      fieldResolver: naive(all),
      typeResolver: (value: JsonObject) => (value.kind === 'mail' ? 'ContactMail' : 'ContactBy_phone'),
    })
    expect(JSON.stringify(body.data)).toBe(JSON.stringify(expected.data))
    const places = (errors: readonly { path?: unknown }[] = []) => errors.map(({ path }) => JSON.stringify(path)).sort()
    // Once a null has gone up, what else was wrong below it may or may not be told (specification, section 6.4.4).
    const told = places(expected.errors)
    expect(places(body.errors).length > 0).toBe(told.length > 0)
    for (const path of places(body.errors)) expect(told).toContain(path)
    expect(running.bugs).toEqual([])
  })
  await fc.assert(property, { numRuns: 600 })
}, 360_000)
