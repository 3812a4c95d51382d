import { hookMoments } from '@charter/runtime'
import type { ObjectShape, Pattern, Shape } from './shape.ts'
import { shapes } from './shapes.ts'
import type { SettingPlace, StyleWithSettings } from './style-settings.ts'

const entityName: Pattern = {
  source: '[A-Z][A-Za-z0-9_]{0,63}',
  rule: 'a capital letter, then letters, digits or underscores, at most 64',
}
const memberName: Pattern = {
  source: '[a-z][A-Za-z0-9_]{0,63}',
  rule: 'a small letter, then letters, digits or underscores, at most 64',
}
const slug: Pattern = {
  source: '[a-z][a-z0-9]*(?:-[a-z0-9]+)*',
  rule: 'small letters and digits, words joined by hyphens',
}
const anyName: Pattern = { source: '[\\s\\S]{1,200}', rule: '1 to 200 characters' }

const { text, texts, boolean, number, quantity, any, named, list, either, choice, dictionary, ref, object } = shapes

const xml = object('an XML binding', { namespace: text, name: text, attribute: boolean, choice: text })

const typeMembers: Readonly<Record<string, Shape>> = {
  type: text,
  length: text,
  pattern: text,
  format: choice('email', 'uri', 'phone', 'hostname', 'ip', 'country', 'currency'),
  min: quantity,
  max: quantity,
  precision: number,
  scale: number,
  values: either(list({ kind: 'any' }, 1), ref('type')),
  items: ref('type'),
  size: either(number, text),
  kinds: list(text, 1),
  members: dictionary(memberName, ref('member')),
  tag: named(memberName),
  variants: dictionary(anyName, dictionary(memberName, ref('member'))),
  description: text,
  xml,
}

const states = object(
  '`states`',
  {
    initial: text,
    moves: dictionary(
      memberName,
      object(
        'a move',
        {
          from: either(text, list(text, 1)),
          to: text,
          when: text,
          message: text,
          internal: boolean,
          after: text,
          description: text,
          was: named(memberName),
        },
        ['from', 'to'],
      ),
    ),
  },
  ['moves'],
)

const deprecation = object('`deprecated`', { since: text, sunset: text }, ['since'])

const allowLine = object('a line of `allow`', { do: list(text, 1), when: text, reveal: list(named(slug)) }, ['do'])

const source = object('a source', { own: text, url: text, database: text })

const definitions: Readonly<Record<string, Shape>> = {
  type: either(text, object('a type', typeMembers, ['type'])),
  member: either(text, object('a member', { ...typeMembers, optional: boolean, default: any }, ['type'])),
  field: either(
    text,
    object(
      'a field',
      {
        ...typeMembers,
        unique: boolean,
        optional: boolean,
        default: any,
        readOnly: boolean,
        writeOnly: boolean,
        immutable: boolean,
        class: choice('pii', 'phi', 'pan', 'secret'),
        protect: choice('mask', 'tokenize', 'encrypt'),
        mask: either(choice('hide', 'year'), object('a mask', { last: number }, ['last'])),
        search: choice('equals'),
        reveal: named(slug),
        states,
        column: text,
        columnType: text,
        deprecated: deprecation,
        was: named(memberName),
      },
      ['type'],
    ),
  ),
}

const principalAttribute = either(
  text,
  object('a principal attribute', { ...typeMembers, claim: text, member: named(memberName), required: boolean }, [
    'type',
  ]),
)

const access = object('`access`', {
  accepts: list(text, 1),
  roles: list(named(slug)),
  principal: dictionary(memberName, principalAttribute),
  tenancy: object('`tenancy`', { field: named(memberName), claim: text, rowSecurity: boolean }, ['field', 'claim']),
  person: object('`person`', { claim: text }, ['claim']),
  membership: object('`membership`', { entity: text, roles: text, while: text, signedIn: named(slug) }, [
    'entity',
    'roles',
  ]),
  mfa: texts,
  cookies: either(boolean, object('`cookies`', { name: named(slug), maxAge: text })),
})

const limits = object('`limits`', {
  bodyBytesMax: number,
  pageSizeDefault: number,
  pageSizeMax: number,
  countMax: number,
  aggregateRowsMax: number,
  includeDepthMax: number,
  includeCountMax: number,
  costMax: number,
  batchMax: number,
  importLinesMax: number,
  requestTimeoutMs: number,
})

const question = object(
  'a question',
  { kind: choice('assumed', 'question', 'contradiction'), about: text, sentence: text, choices: texts },
  ['sentence'],
)

/** What styles may be told in one place, by their names. */
type Settings = Readonly<Record<string, Shape>>

const relationShape = (settings: Settings): ObjectShape =>
  object('a relation', {
    one: text,
    many: text,
    by: either(text, list(text, 1)),
    to: either(text, list(text, 1)),
    inverse: text,
    through: either(text, object('`through`', { entity: text, here: text, there: text }, ['entity', 'here', 'there'])),
    owned: boolean,
    optional: boolean,
    ...settings,
    description: text,
    was: named(memberName),
  })

const entityShape = (settings: Settings): ObjectShape =>
  object(
    'an entity',
    {
      description: text,
      plural: named(slug),
      key: either(text, list(text, 1)),
      fields: dictionary(memberName, ref('field')),
      relations: dictionary(memberName, ref('relation')),
      sets: dictionary(memberName, object('a set', { of: text, where: text, count: named(memberName) }, ['of'])),
      person: text,
      unique: list(either(text, list(text, 1))),
      checks: dictionary(anyName, either(text, object('a check', { rule: text, message: text }, ['rule']))),
      readOnly: boolean,
      deprecated: deprecation,
      softDelete: text,
      hooks: list(choice(...hookMoments), 1),
      shared: boolean,
      source: text,
      table: text,
      schema: text,
      allow: dictionary(slug, either({ kind: 'null' }, allowLine, list(allowLine))),
      ...settings,
      samples: list(dictionary(anyName, any)),
      was: named(entityName),
    },
    ['fields'],
  )

const operationShape = (settings: Settings): ObjectShape =>
  object('an operation', {
    description: text,
    entity: text,
    key: boolean,
    input: dictionary(memberName, ref('member')),
    result: either(text, object('a result', { list: text, ...typeMembers })),
    effect: choice('read', 'write'),
    rights: choice('caller', 'service'),
    internal: boolean,
    mode: choice('unary', 'stream', 'job'),
    every: text,
    at: text,
    cron: text,
    zone: text,
    keep: text,
    errors: list(named(slug)),
    deprecated: deprecation,
    ...settings,
    was: named(memberName),
  })

const route = object(
  'a route',
  {
    path: text,
    verb: choice('get', 'post', 'put', 'patch', 'delete'),
    description: text,
    params: dictionary(memberName, ref('member')),
    query: dictionary(anyName, ref('member')),
    headers: list(text, 1),
    body: either(text, object('`body`', { type: text, as: text, max: quantity }, ['type'])),
    answers: either(text, list(text, 1)),
    errors: list(named(slug)),
    roles: list(named(slug), 1),
    open: boolean,
    rights: choice('caller', 'service'),
    deprecated: deprecation,
    was: named(memberName),
  },
  ['path'],
)

const webhooks = object('`webhooks`', { of: list(text, 1), roles: list(named(slug), 1) }, ['of', 'roles'])

const wholeShape = (settings: Settings): ObjectShape =>
  object(
    'a charter',
    {
      charter: { kind: 'any', description: 'Version of the document format: 1.' },
      name: named(slug),
      include: either(text, list(text, 1)),
      title: text,
      version: quantity,
      deprecated: deprecation,
      description: text,
      serves: list(text, 1),
      frameworks: texts,
      sources: dictionary(slug, source),
      state: text,
      ...settings,
      crypto: choice('standard', 'fips'),
      atRest: choice('plain', 'encrypt'),
      ifMatch: choice('required', 'optional'),
      cors: object('`cors`', { origins: list(text, 1) }, ['origins']),
      access,
      types: dictionary(entityName, ref('type')),
      entities: dictionary(entityName, ref('entity')),
      operations: dictionary(memberName, ref('operation')),
      routes: dictionary(memberName, route),
      policies: either(text, texts),
      webhooks,
      limits,
      questions: list(question),
    },
    ['charter', 'name'],
  )

/** The styles that a document may speak to; null where whoever reads it knows none. */
export type KnownStyles = readonly StyleWithSettings[] | null

/** The whole document, and the shapes in it that are referred to by name: recursion, and what the published schema names. */
export interface DocumentShape {
  readonly whole: ObjectShape
  readonly definitions: Readonly<Record<string, Shape>>
}

/** What may stand where in a document that speaks to these styles. */
export const documentShape = (styles: KnownStyles): DocumentShape => {
  const settings = (place: SettingPlace): Settings =>
    Object.fromEntries(
      (styles ?? []).flatMap(({ name, settings: told }) => (told?.[place] ? [[name, told[place].shape]] : [])),
    )
  const open = (shape: ObjectShape): ObjectShape => (styles === null ? { ...shape, mayNameStyles: true } : shape)
  return {
    whole: open(wholeShape(settings('charter'))),
    definitions: {
      ...definitions,
      relation: open(relationShape(settings('relation'))),
      entity: open(entityShape(settings('entity'))),
      operation: open(operationShape(settings('operation'))),
    },
  }
}
