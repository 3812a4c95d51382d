import type { Member, Type } from '@charter/runtime'
import { type Code, code, importedType, joined, type Piece } from '../code.ts'
import type { Names } from './names.ts'
import { docComment, propertyName, stringLiteral } from './text.ts'

/** Where generated files find what they import, from the file at hand. */
export interface Paths {
  readonly runtime: string
  readonly types: string
}

/** The TypeScript type of a canonical value. */
export const typescriptType = (type: Type, names: Names, paths: Paths): Piece => {
  switch (type.kind) {
    case 'int32':
    case 'float64':
      return 'number'
    case 'int64':
      return type.isNumber ? 'number' : 'string'
    case 'boolean':
      return 'boolean'
    case 'json':
      return importedType(paths.runtime, 'Json')
    case 'enum':
      return type.values.map(stringLiteral).join(' | ')
    case 'array':
      return code`readonly (${typescriptType(type.items, names, paths)})[]`
    case 'vector':
      return 'readonly number[]'
    case 'map':
      return code`{ readonly [key: string]: ${typescriptType(type.values, names, paths)} }`
    case 'record':
      return inlineRecord(type.members, names, paths)
    case 'union':
      return joined(
        Object.entries(type.variants).map(([tag, members]) =>
          inlineRecord(members, names, paths, code`readonly ${propertyName(type.tag)}: ${stringLiteral(tag)}`),
        ),
        ' | ',
      )
    case 'named':
      return importedType(paths.types, names.type(type.name))
    default:
      return 'string'
  }
}

const inlineRecord = (members: readonly Member[], names: Names, paths: Paths, first?: Code): Code =>
  code`{ ${joined([...(first ? [first] : []), ...members.map((member) => memberLine(member, names, paths))], '; ')} }`

const memberLine = ({ name, type, isOptional }: Member, names: Names, paths: Paths): Code =>
  code`readonly ${propertyName(name)}: ${typescriptType(type, names, paths)}${isOptional && ' | null'}`

/** One documented member of an interface. `isOmissible`: a client need not send it. */
export const interfaceMember = (member: Member, names: Names, paths: Paths, isOmissible = false): Code => code`
  ${docComment(member.description)}
  readonly ${propertyName(member.name)}${isOmissible && '?'}: ${typescriptType(member.type, names, paths)}${member.isOptional && ' | null'}
`
