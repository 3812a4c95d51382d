import { type Json, type Member, readingAt, readMember, type ServiceModel } from '@charter/runtime'

export interface Violation {
  readonly field: string
  readonly value: Json
  readonly code: string
}

/** One bad value for each constraint of each member, as the runtime's own reader judges it. */
export const violations = (members: readonly Member[], types: ServiceModel['types']): readonly Violation[] =>
  members
    .filter(({ name }) => /^[\w$]+$/.test(name))
    .flatMap((field) => {
      const found = new Map<string, Violation>()
      for (const value of [...(field.isOptional ? [] : [null]), ...badValues(field)]) {
        const reading = readingAt('2026-06-15T12:00:00Z', types)
        readMember(field, value, '', reading)
        const [error] = reading.errors
        if (reading.errors.length === 1 && error?.path === '' && !found.has(error.code))
          found.set(error.code, { field: field.name, value, code: error.code })
      }
      return [...found.values()]
    })

const badValues = ({ type }: Member): readonly Json[] => {
  switch (type.kind) {
    case 'text':
      return [
        7,
        ...(type.lengthMin ? [''] : []),
        ...(type.lengthMax !== undefined && type.lengthMax < 300 ? ['x'.repeat(type.lengthMax + 1)] : []),
        ...(type.pattern !== undefined ? ['\u00a1'] : []),
        ...(type.format ? ['not one'] : []),
      ]
    case 'int32':
    case 'float64':
      return [
        '7',
        1.5,
        ...(type.min === undefined ? [] : [type.min - 1]),
        ...(type.max === undefined ? [] : [type.max + 1]),
      ]
    case 'decimal':
      return [
        7,
        'seven',
        `0.${'1'.repeat(type.scale + 1)}`,
        ...(type.min === undefined ? [] : [`-${'9'.repeat(Math.max(type.precision - type.scale, 1))}`]),
      ]
    case 'date':
      return [
        '2026-02-30',
        7,
        ...(type.max === undefined ? [] : ['9999-12-31']),
        ...(type.min === undefined ? [] : ['0001-01-01']),
      ]
    case 'instant':
      return ['2026-02-28T25:00:00Z', 7, ...(type.max === undefined ? [] : ['9999-12-31T00:00:00Z'])]
    case 'enum':
      return ['not one of them', 7]
    case 'boolean':
      return ['true']
    case 'uuid':
      return ['not a uuid']
    default:
      return []
  }
}
