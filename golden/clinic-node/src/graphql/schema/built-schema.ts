import {
  type ConstDirectiveNode,
  type DefinitionNode,
  type EnumValueDefinitionNode,
  type FieldDefinitionNode,
  GraphQLDirective,
  GraphQLEnumType,
  GraphQLInputObjectType,
  type GraphQLInputType,
  GraphQLInterfaceType,
  GraphQLList,
  type GraphQLNamedType,
  GraphQLNonNull,
  type GraphQLNullableType,
  GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLScalarType,
  GraphQLSchema,
  type GraphQLType,
  GraphQLUnionType,
  type InputValueDefinitionNode,
  type InterfaceTypeDefinitionNode,
  isSpecifiedScalarType,
  Kind,
  type ObjectTypeDefinitionNode,
  parse,
  specifiedDirectives,
  specifiedScalarTypes,
  type TypeNode,
} from 'graphql'

/**
 * A schema of ours, ready to answer by, from the texts of its definitions. They are of our own making, so none is validated again, and
 * each is read when the schema asks for its members, and let go of: of a thousand entities, the syntax of all at once is most of what a
 * service would hold while it starts. Throws for a type that no definition names.
 */
export const builtSchema = (definitions: readonly string[]): GraphQLSchema => {
  const types = new Map<string, GraphQLNamedType>(specifiedScalarTypes.map((type) => [type.name, type]))
  const named: Named = (name) => {
    const type = types.get(name)
    if (!type) throw new Error(`no definition is of ${name}`)
    return type
  }
  const directives: GraphQLDirective[] = []
  for (const text of definitions) {
    const head = headOf(text)
    if (head.kind === 'directive') directives.push(directiveOf(text, named))
    else types.set(head.name, typeOf(head, text, named))
  }
  const root = (name: string) => types.get(name) as GraphQLObjectType | undefined
  return new GraphQLSchema({
    query: root('Query'),
    mutation: root('Mutation'),
    subscription: root('Subscription'),
    // Those of GraphQL's own are in a schema where they are named in it.
    types: [...types.values()].filter((type) => !isSpecifiedScalarType(type)),
    directives: [...directives, ...specifiedDirectives],
    assumeValid: true,
  })
}

type Named = (name: string) => GraphQLNamedType

interface Head {
  readonly kind: string
  readonly name: string
  readonly description: string | undefined
  readonly interface: string | undefined
  readonly isOneOf: boolean
}

const headOf = (text: string): Head => {
  const [, about, kind = '', name = '', of, oneOf] =
    /^(?:("(?:[^"\\]|\\.)*")\n)?(\w+) @?(\w+)(?: implements (\w+))?( @oneOf)?/.exec(text) ?? []
  return {
    kind,
    name,
    description: about === undefined ? undefined : JSON.parse(about),
    interface: of,
    isOneOf: oneOf !== undefined,
  }
}

const typeOf = (head: Head, text: string, named: Named): GraphQLNamedType => {
  const { name, description } = head
  const interfaces = () => (head.interface === undefined ? [] : [named(head.interface) as GraphQLInterfaceType])
  switch (head.kind) {
    case 'type':
      return new GraphQLObjectType({
        name,
        description,
        interfaces,
        fields: () => fieldsOf(read(text, Kind.OBJECT_TYPE_DEFINITION), named),
      })
    case 'interface':
      return new GraphQLInterfaceType({
        name,
        description,
        fields: () => fieldsOf(read(text, Kind.INTERFACE_TYPE_DEFINITION), named),
      })
    case 'input':
      return new GraphQLInputObjectType({
        name,
        description,
        isOneOf: head.isOneOf,
        fields: () => inputsOf(inputFieldsIn(text), named),
      })
    case 'enum':
      return new GraphQLEnumType({ name, description, values: () => valuesOf(text) })
    case 'union':
      return new GraphQLUnionType({ name, description, types: () => membersOf(text, named) })
    case 'scalar':
      return new GraphQLScalarType({ name, description, specifiedByURL: urlOf(text) })
    default:
      throw new Error(`this is no definition of a type: ${text.slice(0, 80)}`)
  }
}

const read = <Of extends Kind>(text: string, kind: Of): Extract<DefinitionNode, { readonly kind: Of }> => {
  const [node] = parse(text, { noLocation: true }).definitions
  if (node?.kind !== kind) throw new Error(`this is no ${kind}: ${text.slice(0, 80)}`)
  return node as Extract<DefinitionNode, { readonly kind: Of }>
}

const fieldsOf = ({ fields = [] }: ObjectTypeDefinitionNode | InterfaceTypeDefinitionNode, named: Named) =>
  Object.fromEntries(fields.map((field) => [field.name.value, fieldOf(field, named)]))

const fieldOf = (field: FieldDefinitionNode, named: Named) => ({
  ...memberOf(field),
  type: typeAt(field.type, named) as GraphQLOutputType,
  args: inputsOf(field.arguments, named),
})

const inputFieldsIn = (text: string) => read(text, Kind.INPUT_OBJECT_TYPE_DEFINITION).fields

const inputsOf = (inputs: readonly InputValueDefinitionNode[] = [], named: Named) =>
  Object.fromEntries(
    inputs.map((input) => [
      input.name.value,
      {
        ...memberOf(input),
        type: typeAt(input.type, named) as GraphQLInputType,
        default: input.defaultValue && { literal: input.defaultValue },
      },
    ]),
  )

const valuesOf = (text: string) => {
  const { values = [] } = read(text, Kind.ENUM_TYPE_DEFINITION)
  return Object.fromEntries(values.map((value) => [value.name.value, memberOf(value)]))
}

const membersOf = (text: string, named: Named): readonly GraphQLObjectType[] =>
  (read(text, Kind.UNION_TYPE_DEFINITION).types ?? []).map(({ name }) => named(name.value) as GraphQLObjectType)

const urlOf = (text: string): string | undefined =>
  saidBy(read(text, Kind.SCALAR_TYPE_DEFINITION).directives, 'specifiedBy', 'url')

const directiveOf = (text: string, named: Named): GraphQLDirective => {
  const { name, description, locations, repeatable, arguments: inputs } = read(text, Kind.DIRECTIVE_DEFINITION)
  return new GraphQLDirective({
    name: name.value,
    description: description?.value,
    locations: locations.map(({ value }) => value as GraphQLDirective['locations'][number]),
    isRepeatable: repeatable,
    args: inputsOf(inputs, named),
  })
}

/** What is said of a field, an argument or a value. */
const memberOf = ({
  description,
  directives,
}: FieldDefinitionNode | InputValueDefinitionNode | EnumValueDefinitionNode) => ({
  description: description?.value,
  deprecationReason: saidBy(directives, 'deprecated', 'reason'),
})

const saidBy = (directives: readonly ConstDirectiveNode[] = [], name: string, argument: string): string | undefined => {
  const directive = directives.find((each) => each.name.value === name)
  const value = directive?.arguments?.find((each) => each.name.value === argument)?.value
  return value?.kind === Kind.STRING ? value.value : undefined
}

const typeAt = (node: TypeNode, named: Named): GraphQLType => {
  switch (node.kind) {
    case Kind.NAMED_TYPE:
      return named(node.name.value)
    case Kind.LIST_TYPE:
      return new GraphQLList(typeAt(node.type, named))
    case Kind.NON_NULL_TYPE:
      return new GraphQLNonNull(typeAt(node.type, named) as GraphQLNullableType)
  }
}
