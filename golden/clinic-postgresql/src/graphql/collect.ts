import {
  type DirectiveNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  isAbstractType,
  isObjectType,
  type SelectionSetNode,
} from 'graphql'
import { type JsonObject, ProblemError, problem } from '../runtime/index.ts'
import type { Directory } from './directory.ts'
import { argumentOf } from './source.ts'

/** One operation being compiled, for one answer to its `@skip` and `@include`. */
export interface CompileContext {
  readonly directory: Directory
  readonly schema: GraphQLSchema
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>
  readonly variables: JsonObject
  /** Fields collected so far: fragments in fragments multiply. */
  readonly spent: { fields: number }
}

const fieldsMax = 5000

/** Fields by response name, in the order in which they are answered (specification, section 6.3.2). */
export const collectFields = (
  compiling: CompileContext,
  typeName: string,
  sets: readonly (SelectionSetNode | undefined)[],
): ReadonlyMap<string, readonly FieldNode[]> => {
  const found = new Map<string, FieldNode[]>()
  const visited = new Set<string>()
  for (const set of sets) if (set) collect(compiling, typeName, set, found, visited)
  return found
}

/** The fields below several selections of one field. */
export const fieldsBelow = (compiling: CompileContext, typeName: string, nodes: readonly FieldNode[]) =>
  collectFields(
    compiling,
    typeName,
    nodes.map(({ selectionSet }) => selectionSet),
  )

const collect = (
  compiling: CompileContext,
  typeName: string,
  { selections }: SelectionSetNode,
  found: Map<string, FieldNode[]>,
  visited: Set<string>,
): void => {
  for (const selection of selections) {
    if (!isIncluded(compiling, selection.directives)) continue
    if (selection.kind === 'Field') {
      spend(compiling)
      const key = selection.alias?.value ?? selection.name.value
      const known = found.get(key)
      if (known) known.push(selection)
      else found.set(key, [selection])
      continue
    }
    const isSpread = selection.kind === 'FragmentSpread'
    if (isSpread && visited.has(selection.name.value)) continue
    if (isSpread) visited.add(selection.name.value)
    const fragment = isSpread ? compiling.fragments[selection.name.value] : selection
    if (!fragment || !applies(compiling, typeName, fragment.typeCondition?.name.value)) continue
    spend(compiling)
    collect(compiling, typeName, fragment.selectionSet, found, visited)
  }
}

const spend = ({ spent }: CompileContext): void => {
  if (++spent.fields > fieldsMax)
    throw new ProblemError(
      problem('too-large', { detail: `The document selects more than ${fieldsMax} fields. Ask for less at once.` }),
    )
}

const applies = ({ schema }: CompileContext, typeName: string, condition: string | undefined): boolean => {
  if (condition === undefined || condition === typeName) return true
  const [of, type] = [schema.getType(condition), schema.getType(typeName)]
  return isAbstractType(of) && isObjectType(type) && schema.isSubType(of, type)
}

/** `@skip` and `@include`: a sound document has no other directives on what it selects. */
const isIncluded = ({ variables }: CompileContext, directives: readonly DirectiveNode[] | undefined): boolean =>
  !directives?.some((directive) => {
    const value = argumentOf(directive, 'if').of(variables)
    return directive.name.value === 'skip' ? value === true : value !== true
  })
