import type { Pattern, Shape } from './shape.ts'

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

const text: Shape = { kind: 'text' }
const texts: Shape = { kind: 'list', of: text }
const boolean: Shape = { kind: 'boolean' }
const number: Shape = { kind: 'number' }
const quantity: Shape = { kind: 'quantity' }
const any: Shape = { kind: 'any' }
const named = (pattern: Pattern): Shape => ({ kind: 'text', pattern })
const list = (of: Shape, lengthMin?: number): Shape => ({ kind: 'list', of, ...(lengthMin ? { lengthMin } : {}) })
const either = (...of: Shape[]): Shape => ({ kind: 'either', of })
const choice = (...values: (string | boolean)[]): Shape => ({ kind: 'choice', values })
const dictionary = (names: Pattern, of: Shape): Shape => ({ kind: 'dictionary', names, of })
const ref = (name: string): Shape => ({ kind: 'ref', name })
const object = (name: string, members: Readonly<Record<string, Shape>>, required: readonly string[] = []): Shape => ({
  kind: 'object',
  name,
  members,
  required,
})

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
  members: dictionary(memberName, ref('member')),
  tag: named(memberName),
  variants: dictionary(anyName, dictionary(memberName, ref('member'))),
  description: text,
  xml,
}

const restOverride = object('a `rest` override', {
  path: text,
  verb: choice('GET', 'POST', 'PUT', 'PATCH', 'DELETE'),
  only: list(choice('create', 'read', 'replace', 'update', 'delete', 'list', 'audit')),
})

const deprecation = object('`deprecated`', { since: text, sunset: text }, ['since'])

const allowLine = object('a line of `allow`', { do: list(text, 1), when: text, reveal: list(named(slug)) }, ['do'])

const source = object('a source', { own: text, url: text, database: text })

/** Shapes referred to by name: recursion, and what the published schema names. */
export const documentDefinitions: Readonly<Record<string, Shape>> = {
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
        immutable: boolean,
        class: choice('pii', 'phi', 'pan', 'secret'),
        protect: choice('mask', 'tokenize', 'encrypt'),
        mask: either(choice('hide', 'year'), object('a mask', { last: number }, ['last'])),
        search: choice('equals'),
        reveal: named(slug),
        column: text,
        columnType: text,
        deprecated: deprecation,
        was: named(memberName),
      },
      ['type'],
    ),
  ),
  relation: object('a relation', {
    one: text,
    many: text,
    by: either(text, list(text, 1)),
    to: either(text, list(text, 1)),
    inverse: text,
    through: either(text, object('`through`', { entity: text, here: text, there: text }, ['entity', 'here', 'there'])),
    owned: boolean,
    optional: boolean,
    rest: restOverride,
    description: text,
    was: named(memberName),
  }),
  entity: object(
    'an entity',
    {
      description: text,
      plural: named(slug),
      key: either(text, list(text, 1)),
      fields: dictionary(memberName, ref('field')),
      relations: dictionary(memberName, ref('relation')),
      unique: list(either(text, list(text, 1))),
      checks: dictionary(anyName, either(text, object('a check', { rule: text, message: text }, ['rule']))),
      readOnly: boolean,
      deprecated: deprecation,
      softDelete: text,
      shared: boolean,
      source: text,
      table: text,
      schema: text,
      allow: dictionary(slug, either({ kind: 'null' }, allowLine, list(allowLine))),
      rest: restOverride,
      samples: list(dictionary(anyName, any)),
      was: named(entityName),
    },
    ['fields'],
  ),
  operation: object('an operation', {
    description: text,
    entity: text,
    key: boolean,
    input: dictionary(memberName, ref('member')),
    result: either(text, object('a result', { list: text, ...typeMembers })),
    effect: choice('read', 'write'),
    mode: choice('unary', 'stream', 'job'),
    errors: list(named(slug)),
    deprecated: deprecation,
    rest: restOverride,
    was: named(memberName),
  }),
}

const principalAttribute = either(
  text,
  object('a principal attribute', { ...typeMembers, claim: text, required: boolean }, ['type']),
)

const access = object('`access`', {
  accepts: list(text, 1),
  roles: list(named(slug)),
  principal: dictionary(memberName, principalAttribute),
  tenancy: object('`tenancy`', { field: named(memberName), claim: text }, ['field', 'claim']),
  mfa: texts,
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

/** The whole document. */
export const documentShape: Shape = object(
  'a charter',
  {
    charter: { kind: 'any', description: 'Version of the document format: 1.' },
    name: named(slug),
    title: text,
    version: quantity,
    description: text,
    serves: list(text, 1),
    frameworks: texts,
    sources: dictionary(slug, source),
    state: text,
    rest: object('`rest`', { base: text }, ['base']),
    mcp: object('`mcp`', { tools: either(choice('reads', 'all'), texts) }, ['tools']),
    crypto: choice('standard', 'fips'),
    ifMatch: choice('required', 'optional'),
    cors: object('`cors`', { origins: list(text, 1) }, ['origins']),
    graphql: object('`graphql`', {
      depth: number,
      cost: number,
      introspection: boolean,
      persisted: choice('only', 'also'),
    }),
    access,
    types: dictionary(entityName, ref('type')),
    entities: dictionary(entityName, ref('entity')),
    operations: dictionary(memberName, ref('operation')),
    policies: either(text, texts),
    limits,
    questions: list(question),
  },
  ['charter', 'name'],
)
