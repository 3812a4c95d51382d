import type { JsonObject } from '@charter/runtime'
import { isMap, isNode, isScalar, type Node, Document as YamlDocument } from 'yaml'
import { assumptionsOf } from '../assumptions.ts'
import type { Draft } from '../outline.ts'
import { type Candidate, mapAt, mapEntries, textAt } from './candidate.ts'
import { withEntities } from './model-candidate.ts'
import { isRecord } from './read-answer.ts'

/** All of a draft but what was read in the words. */
export type WrittenDraft = Omit<Draft, 'analysis'>

/** A candidate as a draft: a document laid out as the planner's are, with what was assumed beside it. */
export const writeCandidate = (candidate: Candidate): WrittenDraft => {
  const { charter, provenance, questions } = candidate
  const assumptions = assumptionsOf({ provenance: new Map(Object.entries(provenance)) })
  const asked = [
    ...questions.map(({ about, sentence, choices }) => ({
      kind: 'question',
      about,
      sentence,
      ...(choices.length > 0 && { choices }),
    })),
    ...assumptions.map(({ about, sentence }) => ({ kind: 'assumed', about, sentence })),
  ]
  const name = textAt(charter, 'name') ?? 'api'
  return {
    name,
    title: textAt(charter, 'title') ?? name,
    document: writeYaml({ ...inOrder(charter), ...(asked.length > 0 && { questions: asked }) }, candidate),
    lockProvenance: provenance,
    assumed: assumptions.map(({ sentence }) => sentence),
    questions,
  }
}

const sections = [
  'description',
  'plural',
  'key',
  'rest',
  'softDelete',
  'fields',
  'relations',
  'unique',
  'checks',
  'allow',
]

/** As a person would write it: what an entity is, what it has, who may. */
const inOrder = (charter: JsonObject): JsonObject =>
  withEntities(
    charter,
    mapEntries(mapAt(charter, 'entities'), (_, entity) => {
      if (!isRecord(entity)) return entity
      const listed = sections.filter((section) => Object.hasOwn(entity, section))
      return { ...Object.fromEntries(listed.map((section) => [section, entity[section] ?? null])), ...entity }
    }),
  )

const head = ' Drafted from words. What they do not say is marked "assumed"; see also `questions` at the end.'

const writeYaml = (charter: object, { provenance }: Candidate): string => {
  const document = new YamlDocument(charter, { aliasDuplicateObjects: false })
  document.commentBefore = head
  layOut(document.contents, [])
  for (const [path, { assumed }] of Object.entries(provenance))
    if (assumed !== undefined) comment(document, path.split('.'), ` assumed: ${assumed.replace(/\s+/g, ' ')}`)
  const text = document.toString({ lineWidth: 0, flowCollectionPadding: true, indentSeq: true })
  return text
    .replace(/^(?=(?:access|entities|operations|questions):| {2}[A-Z]\w*:$)/gm, '\n')
    .replace('entities:\n\n', 'entities:\n')
}

/** Maps of named things are blocks, the things themselves lines: `name: { type: text }`. */
const blocks = [
  /^$/,
  /^access$/,
  /^access\.principal$/,
  /^entities$/,
  /^entities\.[^.]+$/,
  /^entities\.[^.]+\.(?:fields|relations|checks|allow)$/,
  /^operations$/,
  /^questions$/,
]

const layOut = (node: unknown, path: readonly string[]): void => {
  if (!isNode(node) || !('items' in node)) return
  const isBlock = blocks.some((each) => each.test(path.join('.')))
  if (!isBlock) node.flow = true
  if (!isBlock || !isMap(node)) {
    if (isBlock) for (const item of node.items) if (isNode(item) && 'items' in item) item.flow = true
    return
  }
  for (const pair of node.items)
    layOut(pair.value, [...path, isScalar(pair.key) ? String(pair.key.value) : String(pair.key)])
}

/** Beside what a path of provenance is about; beside its key for an entity, and beside all roles for a role. */
const comment = (document: YamlDocument, path: readonly string[], text: string): void => {
  for (const at of placesOf(path)) {
    const node = document.getIn(at, true)
    if (isNode(node)) (node as Node).comment = path[0] === 'access' ? ` assumed: ${path[2]}` : text
  }
}

const placesOf = ([first = '', second, third]: readonly string[]): readonly (readonly (string | undefined)[])[] => {
  if (first === 'access') return [['access', 'roles']]
  if (first === 'operations') return [['operations', second]]
  if (third !== undefined) return [['entities', first, 'allow', third]]
  if (second === undefined) return [['entities', first, 'key']]
  return ['fields', 'relations'].map((section) => ['entities', first, section, second])
}
