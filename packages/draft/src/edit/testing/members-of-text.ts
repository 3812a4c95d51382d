import { parse } from 'yaml'
import { isMembers, type Members, type Value } from '../flow-text.ts'

const sections = ['fields', 'relations', 'checks', 'allow']

/** The members of a charter's document by path (`Order.fields.total`, `roles.clerk`), without samples and names of before. */
export const membersOfText = (text: string): ReadonlyMap<string, Value> => {
  const { access, entities, operations, ...rest }: Members = parse(text)
  const { roles, principal, ...others } = isMembers(access) ? access : {}
  const found = new Map<string, Value>(Object.entries({ ...rest, ...others }))
  for (const role of Array.isArray(roles) ? roles : []) found.set(`roles.${role}`, {})
  for (const [name, value] of entriesOf(principal)) found.set(`principal.${name}`, value)
  for (const [name, value] of entriesOf(operations)) found.set(`operations.${name}`, plain(value))
  for (const [name, entity] of entriesOf(entities)) {
    found.set(name, {})
    for (const [part, value] of entriesOf(entity)) {
      if (!sections.includes(part)) found.set(`${name}.${part}`, value)
      else for (const [member, options] of entriesOf(value)) found.set(`${name}.${part}.${member}`, plain(options))
    }
    found.delete(`${name}.samples`)
    found.delete(`${name}.was`)
  }
  return found
}

const entriesOf = (value: Value | undefined): readonly [string, Value][] =>
  isMembers(value) ? Object.entries(value) : []

const plain = (value: Value): Value => {
  if (typeof value === 'string') return { type: value }
  if (Array.isArray(value) && value.length === 1) return value[0]
  if (!isMembers(value)) return value
  const { was: _, ...options } = value
  return options
}
