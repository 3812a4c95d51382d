import type { Break } from '@charter/charter'
import type { EnumPlan, FieldPlan, GrpcSurface, MessagePlan, WireType } from '../transport/surface.ts'

/** What generated code and the wire notice of a message: fields gone, renamed, of another type or another presence. */
export const messageBreaks = (old: MessagePlan, now: GrpcSurface): readonly Break[] => {
  const found = now.messages.find(({ name }) => name === old.name)
  if (!found) return [breaking(old.of ?? old.name, `The message ${old.name} is gone.`)]
  const about = (field: FieldPlan): string => `${old.of ?? old.name}.${field.member || field.name}`
  const added = found.fields
    .filter(({ number }) => !old.fields.some((field) => field.number === number))
    .map(
      (field): Break => ({
        about: about(field),
        sentence: `Field ${field.number} of ${old.name}, ${field.name}, is new.`,
        severity: 'additive',
      }),
    )
  const changed = old.fields.flatMap((field) =>
    fieldBreaks(
      field,
      found.fields.find(({ number }) => number === field.number),
      old,
      found,
    ).map((sentence) => breaking(about(field), `Field ${field.number} of ${old.name}, ${field.name}, ${sentence}.`)),
  )
  return [...changed, ...added]
}

const fieldBreaks = (
  old: FieldPlan,
  now: FieldPlan | undefined,
  before: MessagePlan,
  after: MessagePlan,
): readonly string[] => {
  if (!now) return ['is gone']
  return [
    ...(old.name === now.name ? [] : [`is now called ${now.name}`]),
    ...(typeName(old.type) === typeName(now.type)
      ? []
      : [`was ${typeName(old.type)} and is now ${typeName(now.type)}`]),
    ...(old.label === now.label && before.oneof === after.oneof ? [] : ['is there in another way']),
    ...(formName(old.type) === formName(now.type) || typeName(old.type) !== typeName(now.type)
      ? []
      : [`was ${formName(old.type)} in its text and is now ${formName(now.type)}`]),
  ]
}

/** As generated code has the type. */
const typeName = (type: WireType): string => {
  if (type.kind === 'message' || type.kind === 'enum') return type.of
  return type.kind === 'json' ? 'string' : type.kind === 'count' ? 'int64' : type.kind
}

/** JSON text in a string is read otherwise than text. */
const formName = ({ kind }: WireType): string => (kind === 'json' ? 'JSON' : 'plain')

/** Enum values that are gone or renamed; a new one is something that old code does not know in answers. */
export const enumBreaks = (old: EnumPlan, now: GrpcSurface): readonly Break[] => {
  const found = now.enums.find(({ name }) => name === old.name)
  if (!found) return [breaking(old.name, `The enum ${old.name} is gone.`)]
  const changed = old.values.flatMap(({ name, number }) => {
    const same = found.values.find((value) => value.number === number)
    if (same?.name === name) return []
    return [
      breaking(old.name, `Value ${number} of ${old.name}, ${name}, is ${same ? `now called ${same.name}` : 'gone'}.`),
    ]
  })
  const added = found.values
    .filter(({ number }) => !old.values.some((value) => value.number === number))
    .map(
      (value): Break => ({
        about: old.name,
        sentence: `Value ${value.number} of ${old.name}, ${value.name}, is new.`,
        severity: 'additive',
      }),
    )
  return [...changed, ...added]
}

const breaking = (about: string, sentence: string): Break => ({ about, sentence, severity: 'breaking' })
