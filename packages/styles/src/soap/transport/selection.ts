import {
  type Aggregate,
  conditionOf,
  type EntityModel,
  type FilterOperator,
  type Json,
  type Predicate,
  type Selection,
  type Sort,
  type Type,
} from '@charter/runtime'
import { childOf, type XmlElement } from './parse-xml.ts'
import { entityIn, type SoapModel } from './row.ts'
import { scalarOf } from './scalar.ts'
import { isNil, refuseTwice, type XmlContext } from './value.ts'

const comparisons: readonly string[] = ['eq', 'ne', 'lt', 'le', 'gt', 'ge']
export const operators: readonly string[] = [...comparisons, 'in', 'like', 'startsWith', 'isNull']

/** A `select` element: `fields`, `include`, `filter`, `sort`, `limit`, `after`, `count`, `aggregate`. What is wrong is noted. */
export const readSelection = (
  of: XmlElement,
  entity: EntityModel | null,
  model: SoapModel,
  path: string,
  reading: XmlContext,
): Selection => {
  const select: { -readonly [Part in keyof Selection]: Selection[Part] } = {}
  refuseTwice(of.children, path, reading)
  for (const child of of.children) {
    const at = `${path}/${child.name}`
    switch (child.name) {
      case 'fields':
        select.fields = child.children.map(({ text }) => text)
        break
      case 'include': {
        const include = readInclude(child, entity, model, at, reading)
        if (Object.keys(include).length > 0) select.include = include
        break
      }
      case 'filter': {
        const filter = readBranch(child, entity, at, reading)
        if (filter) select.filter = filter
        break
      }
      case 'sort':
        select.sort = child.children.map((by) => readSort(by, at, reading))
        break
      case 'limit':
        if (/^\d{1,9}$/.test(child.text)) select.limit = Number(child.text)
        else reading.errors.push({ path: at, code: 'wrong-type', message: 'Give a whole number.' })
        break
      case 'after':
        if (!isNil(child)) select.after = child.text
        break
      case 'count':
        select.count = readTruth(child.text, at, reading)
        break
      case 'aggregate':
        select.aggregate = readAggregate(child, at, reading)
        break
      default:
        reading.errors.push({ path: at, code: 'unknown', message: 'There is no such part of a selection.' })
    }
  }
  return select
}

const readInclude = (
  of: XmlElement,
  entity: EntityModel | null,
  model: SoapModel,
  path: string,
  reading: XmlContext,
): Readonly<Record<string, Selection>> => {
  const include = new Map<string, Selection>()
  for (const child of of.children) {
    const member = child.attributes.as ?? child.name
    const at = `${path}/${member}`
    const relation = entity?.relations.find(({ name }) => name === child.name)
    if (!relation) {
      reading.errors.push({ path: at, code: 'unknown', message: `There is no relation "${child.name}" here.` })
      continue
    }
    const select = readSelection(child, entityIn(model, relation.target), model, at, reading)
    if (include.has(member))
      reading.errors.push({ path: at, code: 'duplicate', message: 'What is included twice has to be named apart.' })
    include.set(member, member === relation.name ? select : { ...select, relation: relation.name })
  }
  return Object.fromEntries(include)
}

const readTruth = (text: string, path: string, { errors }: XmlContext): boolean => {
  const truth = scalarOf({ kind: 'boolean' }, text)
  if (typeof truth !== 'boolean') errors.push({ path, code: 'wrong-type', message: 'Give true or false.' })
  return truth === true
}

const readSort = ({ text, attributes }: XmlElement, path: string, reading: XmlContext): Sort => {
  const isDescending = readTruth(attributes.descending ?? 'false', `${path}/descending`, reading)
  return { field: text, ...(isDescending && { isDescending }) }
}

const measures = ['groupBy', 'sum', 'average', 'min', 'max']

const readAggregate = ({ children }: XmlElement, path: string, reading: XmlContext): Aggregate => {
  refuseTwice(children, path, reading)
  for (const { name } of children)
    if (!measures.includes(name))
      reading.errors.push({
        path: `${path}/${name}`,
        code: 'unknown',
        message: `Only ${measures.join(', ')} are read here.`,
      })
  return Object.fromEntries(children.map((child) => [child.name, child.children.map(({ text }) => text)]))
}

/** The one condition inside an element. */
const readBranch = (
  of: XmlElement,
  entity: EntityModel | null,
  path: string,
  reading: XmlContext,
): Predicate | undefined => {
  const [only, ...more] = of.children
  if (only && more.length === 0) return readFilter(only, entity, path, reading)
  reading.errors.push({ path, code: 'wrong-type', message: 'Give one of and, or, not, where.' })
  return undefined
}

const readFilter = (
  of: XmlElement,
  entity: EntityModel | null,
  path: string,
  reading: XmlContext,
): Predicate | undefined => {
  switch (of.name) {
    case 'and':
    case 'or': {
      const read = of.children.map((child, at) => readFilter(child, entity, `${path}/${of.name}/${at}`, reading))
      const known = read.filter((each) => each !== undefined)
      return known.length === read.length ? { kind: of.name, of: known } : undefined
    }
    case 'not': {
      const negated = readBranch(of, entity, `${path}/not`, reading)
      return negated && { kind: 'not', of: negated }
    }
    case 'where':
      return readCondition(of, entity, path, reading)
    default:
      reading.errors.push({ path, code: 'unknown', message: 'Give one of and, or, not, where.' })
      return undefined
  }
}

const readCondition = (
  { attributes, children }: XmlElement,
  entity: EntityModel | null,
  path: string,
  reading: XmlContext,
): Predicate | undefined => {
  const { field, op = 'eq' } = attributes
  const wrong = (at: string, message: string): undefined => {
    reading.errors.push({ path: at, code: 'wrong-type', message })
  }
  if (field === undefined) return wrong(`${path}/field`, 'Give the name of a field.')
  if (!operators.includes(op)) return wrong(`${path}/op`, `Give one of: ${operators.join(', ')}.`)
  const type = typeOf(entity, field, op)
  const values = children.map((child): Json => (isNil(child) ? null : scalarOf(type, child.text)))
  const [first = null, ...more] = values
  if (op === 'isNull') {
    if (values.length > 0 && (typeof first !== 'boolean' || more.length > 0))
      return wrong(`${path}/value`, 'Give true or false, or no value.')
  } else if (op !== 'in' && values.length !== 1) return wrong(`${path}/value`, 'Give one value.')
  else if (patterns.includes(op) && first === null) return wrong(`${path}/value`, 'Give text.')
  return conditionOf(field, op as FilterOperator, values, type)
}

const patterns = ['like', 'startsWith']

/** Of the values that a field is compared with. */
const typeOf = (entity: EntityModel | null, field: string, op: string): Type => {
  if (op === 'isNull') return { kind: 'boolean' }
  const found = patterns.includes(op) ? undefined : entity?.fields.find(({ name }) => name === field)
  return found?.type ?? { kind: 'text' }
}

/** The select of a request, where it has one. */
export const selectionIn = (
  request: XmlElement,
  entity: EntityModel | null,
  model: SoapModel,
  reading: XmlContext,
): Selection | undefined => {
  const of = childOf(request, 'select')
  return of && readSelection(of, entity, model, '/select', reading)
}
