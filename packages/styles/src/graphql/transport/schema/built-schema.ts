import {
  buildASTSchema,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  parse,
} from 'graphql'

/**
 * A schema of ours, ready to answer by. Its text is of our own making, so it is not validated again, and what it was read from (places
 * in the text, syntax) is let go of: of a thousand entities that is four fifths of what a schema holds.
 */
export const builtSchema = (text: string): GraphQLSchema => {
  const schema = buildASTSchema(parse(text, { noLocation: true }), { assumeValidSDL: true })
  for (const type of Object.values(schema.getTypeMap())) {
    forget(type)
    if (isObjectType(type) || isInterfaceType(type))
      for (const field of Object.values(type.getFields())) {
        forget(field)
        field.args.forEach(forget)
      }
    if (isInputObjectType(type)) Object.values(type.getFields()).forEach(forget)
    if (isEnumType(type)) type.getValues().forEach(forget)
  }
  return schema
}

const forget = (of: { astNode?: unknown; extensions?: unknown }): void => {
  of.astNode = undefined
  of.extensions = none
}

const none = Object.freeze({})
