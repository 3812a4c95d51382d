import { type EntityModel, type JsonObject, nounsOf } from '../../../src/runtime/index.ts'
import type { Place, Step } from '../scenario.ts'
import { aboutEntity, type Derivation } from './derivation.ts'
import { at, failing, type Mcp, rpc } from './tool-messages.ts'

/** Prompts by task and role: which are told, what each says of the caller's own tools, and what is refused. */
export const prompts = (deriving: Derivation, mcp: Mcp): readonly Step[] =>
  deriving.model.access.roles.flatMap((role) => {
    const may = (entity: string, action: string): boolean => {
      const model = deriving.model.entities.find(({ name }) => name === entity)
      const isTool = mcp.surface.tools.some(({ operation }) => operation === `${entity}.${action}`)
      return isTool && model !== undefined && aboutEntity(deriving, model).mayEver(role, action)
    }
    return [...tasks.flatMap((each) => each({ deriving, mcp, role, may })), unknown(mcp, role)]
  })

interface Prompted {
  readonly deriving: Derivation
  readonly mcp: Mcp
  readonly role: string
  may(entity: string, action: string): boolean
}

const get = (mcp: Mcp, role: string, name: string, given: JsonObject, told: readonly Place[]): Step =>
  rpc(mcp, role, 'prompts/get', { name, arguments: given }, { status: 200, body: [...told] })

const refused = (mcp: Mcp, role: string, name: string, given: JsonObject, ...says: readonly string[]): Step =>
  rpc(mcp, role, 'prompts/get', { name, arguments: given }, failing(-32602, ...says))

const text = '/result/messages/0/content/text'

const toolOf = ({ surface }: Mcp, operation: string): string =>
  surface.tools.find((each) => each.operation === operation)?.name ?? ''

const pluralOf = ({ name, plural }: EntityModel): string => plural ?? nounsOf(name)

/** Those that the role may do something with, and those that it may not. */
const parted = (
  { deriving, may }: Prompted,
  action: string,
): { readonly allowed: readonly EntityModel[]; readonly denied: readonly EntityModel[] } => ({
  allowed: deriving.model.entities.filter(({ name }) => may(name, action)),
  denied: deriving.model.entities.filter(({ name }) => !may(name, action)),
})

/** A list of prompts holds a task where some entity may be asked for by it, and only then. */
const listed = (asked: Prompted, name: string, action: string): Step => {
  const isTold = parted(asked, action).allowed.length > 0
  return rpc(
    asked.mcp,
    asked.role,
    'prompts/list',
    {},
    {
      status: 200,
      ...(isTold ? { says: [`"${name}"`] } : { lacks: [`"${name}"`] }),
    },
  )
}

const namedMax = 40

const denials = (asked: Prompted, name: string, action: string, given: JsonObject): readonly Step[] => {
  const { allowed, denied } = parted(asked, action)
  const [other] = denied
  if (allowed.length === 0) return [refused(asked.mcp, asked.role, name, given, 'There is no prompt')]
  const names = allowed.slice(0, namedMax).map(pluralOf).join(', ')
  return other ? [refused(asked.mcp, asked.role, name, { ...given, what: other.name }, `one of: ${names}`)] : []
}

const finding = (asked: Prompted): readonly Step[] => [
  listed(asked, 'find_rows', 'list'),
  ...denials(asked, 'find_rows', 'list', { words: 'a' }),
  ...parted(asked, 'list').allowed.flatMap((entity) => [
    get(asked.mcp, asked.role, 'find_rows', { what: pluralOf(entity).toUpperCase(), words: '50%_' }, [
      at(text, { contains: toolOf(asked.mcp, `${entity.name}.list`) }),
      // What stands for itself in a pattern is escaped, in JSON that is escaped again.
      ...entity.fields.map(({ name, type, reveal, mask, protect }) => {
        const isSearched = type.kind === 'text' && !reveal && !mask && !protect
        const condition = `"field":"${name}","op":"like","value":"%50\\\\%\\\\_%"`
        return at(text, isSearched ? { contains: condition } : { lacks: condition })
      }),
    ]),
    refused(asked.mcp, asked.role, 'find_rows', { what: entity.name }, 'Give `words`.'),
  ]),
]

const reading = (asked: Prompted): readonly Step[] => [
  listed(asked, 'read_row', 'read'),
  ...denials(asked, 'read_row', 'read', { key: 'a' }),
  ...parted(asked, 'read').allowed.flatMap((entity) => {
    const key = entity.key.map(() => '1').join('/')
    return [
      get(asked.mcp, asked.role, 'read_row', { what: entity.name, key }, [
        at(text, { contains: toolOf(asked.mcp, `${entity.name}.read`) }),
        ...entity.relations.map(({ name, kind, target, isOwned }) => {
          const action = kind === 'one' ? 'read' : 'list'
          const isTold = isOwned ? mayEverOf(asked, target, action) : asked.may(target, action)
          return at(text, isTold ? { contains: `"${name}":{}` } : { lacks: `"${name}":{}` })
        }),
      ]),
      // The text of one field may hold a slash.
      ...(entity.key.length > 1
        ? [refused(asked.mcp, asked.role, 'read_row', { what: entity.name, key: `${key}/1` }, 'Give as `key`')]
        : []),
      refused(asked.mcp, asked.role, 'read_row', { what: entity.name, key: 'k'.repeat(1001) }, 'at most 1000'),
      refused(asked.mcp, asked.role, 'read_row', { what: entity.name, key, other: 'x' }, 'no argument \\"other\\"'),
    ]
  }),
]

const mayEverOf = ({ deriving, role }: Prompted, entity: string, action: string): boolean => {
  const model = deriving.model.entities.find(({ name }) => name === entity)
  return model !== undefined && aboutEntity(deriving, model).mayEver(role, action)
}

const making = (asked: Prompted): readonly Step[] => [
  listed(asked, 'make_row', 'create'),
  ...denials(asked, 'make_row', 'create', {}),
  ...parted(asked, 'create').allowed.flatMap((entity) => [
    get(asked.mcp, asked.role, 'make_row', { what: entity.name }, [
      at(text, { contains: toolOf(asked.mcp, `${entity.name}.create`) }),
      at(text, { lacks: ' from this: ' }),
    ]),
    get(asked.mcp, asked.role, 'make_row', { what: entity.name, about: 'blue' }, [
      at(text, { contains: ' from this: "blue".' }),
    ]),
  ]),
]

const tasks = [finding, reading, making]

/** A name of the client's own is told again, but not in all its length. */
const unknown = (mcp: Mcp, role: string): Step =>
  rpc(
    mcp,
    role,
    'prompts/get',
    { name: 'x'.repeat(300) },
    {
      ...failing(-32602, 'There is no prompt'),
      lacks: ['x'.repeat(200)],
    },
  )
