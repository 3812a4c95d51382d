import type { Member, Type } from '../../runtime/index.ts'
import { shapeIn } from '../directory.ts'
import type { GraphqlSurface, MemberShape, Shape } from '../surface.ts'
import { block, type Line } from './text.ts'

/** `[PatientState!]` */
export const outputType = (surface: GraphqlSurface, of: Shape): string => {
  const shape = shapeIn(surface, of)
  return shape.kind === 'list' ? `[${outputType(surface, shape.of)}!]` : shape.name
}

/** The same in an input: records have types of their own there. */
export const inputType = (surface: GraphqlSurface, of: Shape): string => {
  const shape = shapeIn(surface, of)
  if (shape.kind === 'list') return `[${inputType(surface, shape.of)}!]`
  return shape.kind === 'record' || shape.kind === 'union' ? shape.input : shape.name
}

/** Which side of a value is declared: records that only go out have no input type. */
export type Sides = 'both' | 'output'

/** The types that a shape declares on its way; `type` says what is known of its members. */
export const declaredTypes = (
  surface: GraphqlSurface,
  shape: Shape,
  type: Type | undefined,
  sides: Sides = 'both',
): readonly string[] => {
  switch (shape.kind) {
    case 'enum':
      return [enumType(shape.name, shape.values)]
    case 'list':
      return declaredTypes(surface, shape.of, type?.kind === 'array' ? type.items : undefined, sides)
    case 'record': {
      const members = type?.kind === 'record' ? type.members : []
      return [
        objectType(surface, shape.name, shape.members, members),
        sides === 'both' ? membersInput(surface, shape.input, shape.members, members) : '',
        ...memberTypes(surface, shape.members, members, sides),
      ]
    }
    case 'union':
      return unionTypes(surface, shape, type?.kind === 'union' ? type : undefined, sides)
    default:
      return []
  }
}

/** The types that members declare. */
export const memberTypes = (
  surface: GraphqlSurface,
  shapes: readonly MemberShape[],
  members: readonly Member[],
  sides: Sides = 'both',
): readonly string[] =>
  shapes.flatMap(({ name, shape }) => declaredTypes(surface, shape, memberNamed(members, name)?.type, sides))

const memberNamed = (members: readonly Member[], name: string): Member | undefined =>
  members.find((member) => member.name === name)

/** Names stand for values: where a value is no name, its description says it. */
const enumType = (name: string, values: Readonly<Record<string, string>>): string =>
  block(
    `enum ${name}`,
    Object.entries(values).map(([as, value]): Line => ({ text: as, description: as === value ? undefined : value })),
  )

const objectType = (
  surface: GraphqlSurface,
  name: string,
  shapes: readonly MemberShape[],
  members: readonly Member[],
): string =>
  block(
    `type ${name}`,
    shapes.map((member) => ({
      text: `${member.name}: ${outputType(surface, member.shape)}${member.isOptional ? '' : '!'}`,
      description: memberNamed(members, member.name)?.description,
    })),
  )

/** `input ReportValue { … }` */
export const membersInput = (
  surface: GraphqlSurface,
  name: string,
  shapes: readonly MemberShape[],
  members: readonly Member[],
): string =>
  block(
    `input ${name}`,
    shapes.map((member) => ({
      text: `${member.name}: ${inputType(surface, member.shape)}${member.isOptional || member.hasDefault ? '' : '!'}`,
      description: memberNamed(members, member.name)?.description,
    })),
  )

const unionTypes = (
  surface: GraphqlSurface,
  shape: Extract<Shape, { kind: 'union' }>,
  type: Extract<Type, { kind: 'union' }> | undefined,
  sides: Sides,
): readonly string[] => {
  const tag: MemberShape = { name: shape.tag, shape: shape.tags, isOptional: false }
  const declared = shape.variants.flatMap(({ variant, name, members }) => [
    objectType(surface, name, [tag, ...members], type?.variants[variant] ?? []),
    ...memberTypes(surface, members, type?.variants[variant] ?? [], sides),
  ])
  // Which member is given says what the tag says elsewhere (specification, section 3.10.1: OneOf Input Objects).
  const inputs = shape.variants.map(({ variant, input, members }) =>
    membersInput(surface, input, members, type?.variants[variant] ?? []),
  )
  return [
    `union ${shape.name} = ${shape.variants.map(({ name }) => name).join(' | ')}\n`,
    enumType(shape.tags.name, shape.tags.values),
    ...(sides === 'both' ? [oneOfInput(shape), ...inputs] : []),
    ...declared,
  ]
}

const oneOfInput = (shape: Extract<Shape, { kind: 'union' }>): string =>
  block(
    `input ${shape.input} @oneOf`,
    shape.variants.map(
      ({ variant, as, input, members }): Line => ({
        // A type without members is none: of such a variant an empty object is given.
        text: `${as}: ${members.length > 0 ? input : 'JSON'}`,
        description: as === variant ? undefined : variant,
      }),
    ),
  )
