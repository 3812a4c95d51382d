import {
  type ASTVisitor,
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLSchema,
  Lexer,
  NoSchemaIntrospectionCustomRule,
  type OperationDefinitionNode,
  parse,
  Source,
  specifiedRules,
  TokenKind,
  type ValidationContext,
  validate,
  visit,
} from 'graphql'
import { memoryOf, problem, shortened } from '../runtime/index.ts'
import { depthOf } from './depth.ts'
import type { Plan } from './plan.ts'
import type { AnswerError } from './shaping.ts'

/** A document that is sound: parsed, valid, within its limits. */
export interface Document {
  readonly text: string
  readonly node: DocumentNode
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>
  readonly operations: readonly OperationDefinitionNode[]
  /** Variables that decide which fields are there. */
  readonly conditions: readonly string[]
  /** What is kept of it: plans by operation and conditions. */
  readonly plans: Map<string, Plan>
}

/** Thrown with what is wrong with a document. */
export class DocumentError extends Error {
  readonly errors: readonly AnswerError[]
  constructor(errors: readonly AnswerError[]) {
    super('The document is not sound.')
    this.errors = errors
  }
}

/** Sound documents by their text. */
export interface Documents {
  /** The document of a text. Throws a DocumentError. */
  of(text: string): Document
  /** A plan of it, made where none is kept. What is kept of all documents is bounded together. */
  planOf(document: Document, id: string, make: () => Plan): Plan
}

/** What a document is held to. `depth`: levels of selections. */
export interface DocumentLimits {
  readonly schema: GraphQLSchema
  readonly depth: number
  readonly hasIntrospection: boolean
}

const documentsMax = 1000
/** Characters of documents and, times what one takes, fields of plans: together some 100 MB. */
const room = 1_000_000
const charactersOfField = 16
const plansMax = 32
const lengthMax = 100_000
const tokensMax = 8000
/** Fragments in one another are validated by calls in one another. */
const fragmentsMax = 200
const fieldsMax = 2000
const rootsMax = 50
const errorsMax = 20

/** Sound documents by their text; parsed and validated once while they are in use. */
export const documentsOf = (limits: DocumentLimits): Documents => {
  const kept = memoryOf<Document>({ most: documentsMax, room })
  return {
    of: (text) => kept.get(text) ?? kept.keep(text, documentOf(text, limits)),
    planOf: ({ text, plans }, id, make) => {
      const known = plans.get(id)
      if (known) return known
      const plan = make()
      if (plans.size < plansMax) {
        plans.set(id, plan)
        kept.grow(text, id.length + plan.fields * charactersOfField)
      }
      return plan
    },
  }
}

const documentOf = (text: string, { schema, depth, hasIntrospection }: DocumentLimits): Document => {
  if (text.length > lengthMax)
    throw tooLarge(`The document has ${text.length} characters, and ${lengthMax} are taken. Send values as variables.`)
  const node = parsed(text)
  const operations = node.definitions.filter((each) => each.kind === 'OperationDefinition')
  const fragments = Object.fromEntries(
    node.definitions.flatMap((each) => (each.kind === 'FragmentDefinition' ? [[each.name.value, each]] : [])),
  )
  if (node.definitions.length > fragmentsMax) throw tooLarge(`The document has more than ${fragmentsMax} definitions.`)
  countFields(node)
  const rules = hasIntrospection ? specifiedRules : [...specifiedRules, NoSchemaIntrospectionCustomRule, noServiceText]
  const wrong = validate(schema, node, rules, { maxErrors: errorsMax, hideSuggestions: !hasIntrospection })
  if (wrong.length > 0) throw new DocumentError(wrong.map(errorOf))
  const deepest = depthOf(operations, fragments)
  if (deepest > depth)
    throw tooLarge(`The document selects ${deepest} levels deep, and ${depth} are taken. Ask for it in two.`)
  return { text, node, fragments, operations, conditions: conditionsIn(node), plans: new Map() }
}

const parsed = (text: string): DocumentNode => {
  try {
    refuseNesting(text)
    return parse(text, { maxTokens: tokensMax })
  } catch (error) {
    if (error instanceof GraphQLError) throw new DocumentError([errorOf(error)])
    throw error
  }
}

/** Brackets are counted before they are parsed: the parser calls itself for each. */
const refuseNesting = (text: string): void => {
  const lexer = new Lexer(new Source(text))
  let levels = 0
  for (let tokens = 0; tokens <= tokensMax && lexer.advance().kind !== TokenKind.EOF; tokens++) {
    if (opening.includes(lexer.token.kind)) levels++
    else if (closing.includes(lexer.token.kind)) levels--
    if (levels > nestingMax) throw tooLarge(`The document is nested more than ${nestingMax} levels deep.`)
  }
}

const nestingMax = 200
const opening: readonly string[] = [TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L]
const closing: readonly string[] = [TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R]

const errorOf = ({ message, locations }: GraphQLError): AnswerError => ({
  problem: problem('malformed', { detail: shortly(message) }),
  ...(locations && { locations }),
})

/** Code units of a name that is told again, and of a sentence: a document may have names as long as itself. */
const nameMax = 128
const sentenceMax = 1000

const shortly = (sentence: string): string =>
  shortened(
    sentence.replaceAll(/[^\s"]{129,}/g, (name) => shortened(name, nameMax)),
    sentenceMax,
  )

const tooLarge = (detail: string): DocumentError => new DocumentError([{ problem: problem('too-large', { detail }) }])

/** Before it is validated, whose work grows with the square of the fields of one name. */
const countFields = (node: DocumentNode): void => {
  let fields = 0
  visit(node, {
    Field: () => {
      fields++
    },
  })
  if (fields > fieldsMax) throw tooLarge(`The document has ${fields} fields, and ${fieldsMax} are taken.`)
  const isWide = node.definitions.some(
    (each) => each.kind === 'OperationDefinition' && each.selectionSet.selections.length > rootsMax,
  )
  if (isWide) throw tooLarge(`An operation asks for more than ${rootsMax} things at once.`)
}

const conditionsIn = (node: DocumentNode): readonly string[] => {
  const names = new Set<string>()
  visit(node, {
    // A sound document has none but `@skip` and `@include`.
    Directive: ({ arguments: given }) => {
      for (const { value } of given ?? []) if (value.kind === 'Variable') names.add(value.name.value)
    },
  })
  return [...names].sort()
}

/** The operation meant: the one of the name, or the only one there is (specification, section 6.1). */
export const operationIn = ({ operations }: Document, name: string | null): OperationDefinitionNode => {
  const found = operations.filter((each) => name === null || each.name?.value === name)
  const [first] = found
  if (first && found.length === 1) return first
  const detail =
    name === null
      ? 'The document has several operations: say which in "operationName".'
      : shortly(`There is no operation "${name}".`)
  throw new DocumentError([{ problem: problem('malformed', { detail }) }])
}

/** `_service { sdl }` tells the whole schema too (Apollo Federation 2): where that is not told, a gateway is given it as a file. */
const noServiceText = (context: ValidationContext): ASTVisitor => ({
  Field: (node) => {
    if (node.name.value === '_service')
      context.reportError(new GraphQLError('The schema is not told here, so neither is "_service".', { nodes: node }))
  },
})
