import {
  type EntityModel,
  failed,
  type InputError,
  InputErrors,
  includedIn,
  type Json,
  type JsonObject,
  type Outcome,
  type Problem,
  type ProblemCode,
  problem,
  problemCodes,
  type Selection,
  type Why,
} from '@charter/runtime'
import type { SoapSurface } from '../surface.ts'
import { auditMembers, measures, measureType } from '../transport/answer.ts'
import type { SoapOperation } from '../transport/names.ts'
import { childOf, elementsOfAnswerMax, parseXml, type XmlElement } from '../transport/parse-xml.ts'
import { entityIn, fieldType, type SoapModel, soapModel } from '../transport/row.ts'
import { isNil, readMembers, readXml, type XmlContext } from '../transport/value.ts'

/** What an answer says, as an Outcome. A body that is not the contract's is `unavailable`: this is not our service. */
export const outcomeOf = (
  surface: SoapSurface,
  operation: SoapOperation,
  select: Selection | undefined,
  status: number,
  text: string,
): Outcome => {
  const parsed = parseXml(text, { elementsMax: elementsOfAnswerMax })
  const [answer] = ('root' in parsed ? childOf(parsed.root, 'Body')?.children : undefined) ?? []
  if (answer?.name === 'Fault') return failed(problemIn(answer))
  if (answer?.name !== `${operation.name}Response`) {
    const cause = new Error(`status ${status} with ${'error' in parsed ? parsed.error : (answer?.name ?? 'no body')}`)
    return failed(
      problem('unavailable', {
        detail: `The service answered ${status}, and not with an answer of the contract.`,
        cause,
      }),
    )
  }
  const model = soapModel(surface.model)
  const reading: XmlContext = { types: model.types, errors: new InputErrors() }
  const result = childOf(answer, 'result')
  const etag = childOf(answer, 'etag')?.text
  return {
    kind: 'value',
    value: result ? resultOf({ surface, model, reading }, operation, select, result) : null,
    ...(etag !== undefined && { version: etag }),
    ...(childOf(answer, 'isReplayed')?.text === 'true' && { isReplayed: true }),
  }
}

interface OutcomeContext {
  readonly surface: SoapSurface
  readonly model: SoapModel
  readonly reading: XmlContext
}

const resultOf = (
  answering: OutcomeContext,
  { kind, entity, operation }: SoapOperation,
  select: Selection | undefined,
  of: XmlElement,
): Json => {
  const { surface, model, reading } = answering
  if (kind === 'custom') {
    const result = surface.model.operations.find(({ name }) => name === operation)?.result
    if (!result) return null
    if ('type' in result) return readXml(of, result.type, '', reading)
    const target = entityIn(model, result.entity)
    return result.isList
      ? of.children.map((row) => rowOf(answering, target, select, row))
      : rowOf(answering, target, select, of)
  }
  const target = entityIn(model, entity ?? '')
  if (kind === 'list') return pageOf(answering, target, select, of)
  if (kind === 'audit') return trailOf(answering, of)
  if (kind === 'aggregate') return aggregatesOf(answering, target, of)
  return rowOf(answering, target, select, of)
}

/** A row in the order asked: fields as selected, then what was included. */
const rowOf = (answering: OutcomeContext, entity: EntityModel, select: Selection | undefined, of: XmlElement): Json => {
  if (isNil(of)) return null
  const memberOf = (child: XmlElement): string => child.attributes.as ?? child.name
  const fieldNames = select?.fields ?? entity.fields.map(({ name }) => name)
  const children = new Map(of.children.toReversed().map((child) => [child.name, child]))
  const fields = [...new Set(fieldNames)].flatMap((name): [string, Json][] => {
    const child = children.get(name)
    const type = fieldType(entity, name)
    return child && type ? [[name, readXml(child, type, '', answering.reading)]] : []
  })
  const relations = includedIn(select).flatMap(({ member, relation: meant, selection: inner }): [string, Json][] => {
    const relation = entity.relations.find(({ name }) => name === meant)
    const child = of.children.find((each) => each.name === relation?.name && memberOf(each) === member)
    if (!relation || !child) return []
    const target = entityIn(answering.model, relation.target)
    return [
      [
        member,
        relation.kind === 'one' ? rowOf(answering, target, inner, child) : pageOf(answering, target, inner, child),
      ],
    ]
  })
  return Object.fromEntries([...fields, ...relations])
}

const pageOf = (
  answering: OutcomeContext,
  entity: EntityModel,
  select: Selection | undefined,
  of: XmlElement,
): Json => {
  const count = childOf(of, 'count')
  return {
    items: (childOf(of, 'items')?.children ?? []).map((row) => rowOf(answering, entity, select, row)),
    next: nextIn(of),
    ...(count && {
      count: { value: Number(childOf(count, 'value')?.text), isExact: childOf(count, 'isExact')?.text === 'true' },
    }),
  }
}

const nextIn = (of: XmlElement): Json => {
  const next = childOf(of, 'next')
  return next && !isNil(next) ? next.text : null
}

const trailOf = ({ reading }: OutcomeContext, of: XmlElement): Json => ({
  items: (childOf(of, 'items')?.children ?? []).map((entry) => readMembers(entry, auditMembers, '', reading)),
  next: nextIn(of),
})

const aggregatesOf = ({ reading }: OutcomeContext, entity: EntityModel, of: XmlElement): Json => ({
  groups: (childOf(of, 'groups')?.children ?? []).map((group) => {
    const read = (measure: string): JsonObject => {
      const found = childOf(group, measure)
      const members = entity.fields.map(({ name }) => ({ name, type: measureType(entity, name, measure) }))
      return found ? readMembers(found, members, '', reading) : {}
    }
    const [, ...others] = measures
    return {
      key: read('key'),
      count: Number(childOf(group, 'count')?.text),
      ...Object.fromEntries(others.map((measure) => [measure, read(measure)])),
    }
  }),
  isComplete: childOf(of, 'isComplete')?.text === 'true',
})

const problemIn = (fault: XmlElement): Problem => {
  const detail = childOf(fault, 'detail') ?? childOf(fault, 'Detail')
  const of = detail && childOf(detail, 'problem')
  const text = (element: XmlElement | undefined, name: string): string | undefined =>
    element && childOf(element, name)?.text
  const code = text(of, 'code')
  if (!of || !isCode(code)) {
    const sentence = childOf(fault, 'faultstring')?.text ?? childOf(fault, 'Reason')?.children[0]?.text
    return problem('unavailable', { ...(sentence !== undefined && { detail: sentence }) })
  }
  const errors = childOf(of, 'errors')?.children.map((error) => ({
    path: text(error, 'path') ?? '',
    code: text(error, 'code') ?? '',
    message: text(error, 'message') ?? '',
  }))
  const reason = text(of, 'reason')
  const seconds = text(of, 'retryAfterSeconds')
  const why = childOf(of, 'why')
  const scopes = childOf(of, 'scopes')
  return {
    code,
    detail: text(of, 'detail') ?? problemCodes[code],
    // The codes are those of the contract's schema.
    ...(errors && { errors: errors as readonly InputError[] }),
    ...(reason !== undefined && { reason }),
    ...(why && { why: whyOf(why) }),
    ...(scopes && { scopes: scopes.children.map(({ text: scope }) => scope) }),
    ...(seconds !== undefined && { retryAfterSeconds: Number(seconds) }),
  }
}

const isCode = (code: string | undefined): code is ProblemCode =>
  code !== undefined && Object.hasOwn(problemCodes, code)

const whyOf = (of: XmlElement): Why => {
  const rule = childOf(of, 'rule')
  const text = (name: string): string => (rule && childOf(rule, name)?.text) ?? ''
  return {
    sentence: childOf(of, 'sentence')?.text ?? '',
    ...(rule && { rule: { id: text('id'), text: text('text'), file: text('file'), line: Number(text('line')) } }),
  }
}
