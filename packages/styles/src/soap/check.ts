import type { Charter, Diagnostic } from '@charter/charter'
import type { Type } from '@charter/runtime'
import { xsdType } from './contract/xsd-type.ts'
import { soapReporter } from './diagnostics.ts'
import { Unsayable } from './transport/write-xml.ts'

/** Operations and types that SOAP cannot carry. Names never clash: a twin gets a number. */
export const check = (charter: Charter): readonly Diagnostic[] => {
  const reporter = soapReporter()
  for (const { name, mode, place } of charter.operations)
    if (mode === 'stream') reporter.report('soap-stream', { place, path: `operations.${name}.mode` }, { name })
  for (const { type, ...at } of typesOf(charter)) {
    const why = unsayable(type)
    if (why !== null) reporter.report('soap-character', at, { about: at.path, why })
  }
  return reporter.found
}

/** Every type that a charter writes out, with where it stands. */
const typesOf = ({ types, entities, operations }: Charter) => [
  ...Object.values(types).map(({ name, type, place }) => ({ type, place, path: `types.${name}` })),
  ...entities.flatMap(({ name, fields }) =>
    fields.map(({ name: field, type, place }) => ({ type, place, path: `entities.${name}.fields.${field}` })),
  ),
  ...operations.flatMap(({ name, input, result, place }) => [
    ...input.map((member) => ({ type: member.type, place, path: `operations.${name}.input.${member.name}` })),
    ...(result && 'type' in result ? [{ type: result.type, place, path: `operations.${name}.result` }] : []),
  ]),
]

/** Why the schema of a type cannot be written; null where it can. */
const unsayable = (type: Type): string | null => {
  try {
    xsdType(type, (name) => name)
    return null
  } catch (error) {
    if (error instanceof Unsayable) return error.message
    throw error
  }
}
