import type { FieldNode } from 'graphql'
import { isObject } from '../runtime/index.ts'
import { type CompileContext, fieldsBelow } from './collect.ts'
import { shapeIn } from './directory.ts'
import { guarded, listOf, objectOf, type Shaper, type Slot, typenameSlot } from './shaping.ts'
import type { MemberShape, Shape } from './surface.ts'

/** How values of a shape become the answer's; null where they go out as they are. */
export const compileValue = (compiling: CompileContext, of: Shape, nodes: readonly FieldNode[]): Shaper | null => {
  const shape = shapeIn(compiling.directory.surface, of)
  switch (shape.kind) {
    case 'scalar':
      return null
    case 'enum':
      return compileEnum(shape)
    case 'list': {
      const item = compileValue(compiling, shape.of, nodes)
      return item && ((value, shaping) => (Array.isArray(value) ? listOf(value, item, false, shaping) : null))
    }
    case 'record': {
      const slots = memberSlots(compiling, shape.name, shape.members, nodes)
      return (value, shaping) => (isObject(value) ? objectOf(slots, value, shaping) : null)
    }
    case 'union': {
      const tag: MemberShape = { name: shape.tag, shape: shape.tags, isOptional: false }
      const variants = new Map(
        shape.variants.map(({ variant, name, members }) => [
          variant,
          memberSlots(compiling, name, [tag, ...members], nodes),
        ]),
      )
      return (value, shaping) => {
        const slots = isObject(value) ? variants.get(String(value[shape.tag])) : undefined
        return slots && isObject(value) ? objectOf(slots, value, shaping) : null
      }
    }
  }
}

const compileEnum = ({ values }: Extract<Shape, { kind: 'enum' }>): Shaper | null => {
  const entries = Object.entries(values)
  if (entries.every(([name, value]) => name === value)) return null
  const names = new Map(entries.map(([name, value]) => [value, name]))
  return (value) => names.get(String(value)) ?? null
}

const memberSlots = (
  compiling: CompileContext,
  typeName: string,
  members: readonly MemberShape[],
  nodes: readonly FieldNode[],
): readonly Slot[] =>
  [...fieldsBelow(compiling, typeName, nodes)].map(([key, fields]): Slot => {
    const name = fields[0]?.name.value ?? ''
    const member = members.find((each) => each.name === name)
    if (!member) return typenameSlot(key, typeName)
    const shape = guarded(compileValue(compiling, member.shape, fields), member.isOptional, key)
    // A member may be called as what every object has of itself.
    return { key, read: (from, shaping) => shape(Object.hasOwn(from, name) ? (from[name] ?? null) : null, shaping) }
  })
