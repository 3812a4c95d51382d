import { Kind, parse, print, visit } from 'graphql'

/**
 * What stands in the editor first: the first list that a role may ask for, as the development page asks for it, with plain numbers in
 * their places. Null where there is none.
 * @returns {{ query: string, variables: string } | null}
 */
export const firstQuery = ({ operations, styles, access }, role) => {
  const style = styles.find(({ name }) => name === 'graphql')
  const lists = operations.filter(({ id, requests }) => id.endsWith('.list') && requests.graphql?.body)
  const list = lists.find(({ id }) => (access[role]?.[id] ?? 'no') !== 'no') ?? lists[0]
  return style && list ? spelled(requestOf(style, list)) : null
}

/** The body that is sent where nothing was filled in. */
const requestOf = ({ head, tail }, { inputs, requests }) => {
  const initial = (name) => inputs.find((input) => input.name === name)?.initial ?? ''
  const body = requests.graphql.body.map((part) => (typeof part === 'string' ? part : initial(part.input))).join('')
  return JSON.parse(`${head}${body}${tail}`)
}

const spelled = ({ query, variables = {} }) => {
  const isPlain = (name) => Number.isInteger(variables[name])
  const left = Object.fromEntries(Object.entries(variables).filter(([name]) => !isPlain(name)))
  const document = visit(parse(query), {
    OperationDefinition: (operation) => ({
      ...operation,
      name: { kind: Kind.NAME, value: titleOf(operation) },
      variableDefinitions: operation.variableDefinitions.filter(({ variable }) => !isPlain(variable.name.value)),
    }),
    // The page calls it by one name in all styles; here it keeps its own.
    Field: (field) => (field.alias?.value === 'result' ? { ...field, alias: undefined } : undefined),
    Variable: ({ name: { value } }) =>
      isPlain(value) ? { kind: Kind.INT, value: String(variables[value]) } : undefined,
  })
  return { query: print(document), variables: Object.keys(left).length === 0 ? '' : JSON.stringify(left, null, 2) }
}

const titleOf = ({ selectionSet }) => {
  const { value } = selectionSet.selections[0].name
  return value.charAt(0).toUpperCase() + value.slice(1)
}
