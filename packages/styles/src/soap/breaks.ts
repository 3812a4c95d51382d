import type { Break, Charter } from '@charter/charter'
import { definitions } from './contract/contract.ts'
import { surfaceOf } from './surface.ts'
import { elementsOfAnswerMax, parseXml, type XmlElement } from './transport/parse-xml.ts'

/** Which changes between two charters SOAP clients notice: what their code was generated from, read out of the two contracts. */
export const breaks = (before: Charter, after: Charter): readonly Break[] => {
  if (before.serves.includes('soap') && !after.serves.includes('soap'))
    return [breaking(after.name, 'SOAP is no longer served.')]
  const [old, now] = [before, after].map((charter) =>
    parseXml(definitions(surfaceOf(charter)), { elementsMax: elementsOfAnswerMax }),
  )
  if (!old || !now || 'error' in old || 'error' in now) return []
  if (old.root.attributes.targetNamespace !== now.root.attributes.targetNamespace)
    return [breaking(after.name, `The namespace becomes ${now.root.attributes.targetNamespace}.`)]
  const [was, is] = [particlesOf(old.root), particlesOf(now.root)]
  return [...lost(was, is), ...gained(was, is)]
}

const breaking = (about: string, sentence: string): Break => ({ about, sentence, severity: 'breaking' })
const additive = (about: string, sentence: string): Break => ({ about, sentence, severity: 'additive' })

/** What a contract says of one element, attribute, facet or operation, by its path. */
type Particles = ReadonlyMap<string, string>

const told = new Set(['type', 'base', 'minOccurs', 'maxOccurs', 'nillable', 'use', 'value'])

/** Every named part of the schema and the port type, in the words that a client's code is made of. */
const particlesOf = (root: XmlElement): Particles => {
  const found = new Map<string, string>()
  const visit = (element: XmlElement, path: string): void => {
    const named =
      element.attributes.name ?? (element.name === 'enumeration' ? `"${element.attributes.value}"` : undefined)
    const isFacet = element.attributes.value !== undefined && named === undefined
    const at = named !== undefined ? `${path}/${named}` : isFacet ? `${path}#${element.name}` : path
    if (at !== path || element.attributes.base !== undefined) {
      const words = Object.entries(element.attributes)
        .filter(([name]) => told.has(name))
        .map(([name, value]) => `${name}=${value}`)
      found.set(at, [found.get(at), ...words].filter((word) => word !== undefined && word !== '').join(' '))
    }
    for (const child of element.children) visit(child, at)
  }
  for (const part of root.children) if (part.name === 'types' || part.name === 'portType') visit(part, '')
  return found
}

const aboutOf = (path: string): string => path.slice(1).replaceAll('/', '.')

const lost = (was: Particles, is: Particles): readonly Break[] =>
  [...was].flatMap(([path, words]) => {
    const now = is.get(path)
    if (now === undefined)
      return path.includes('#')
        ? [additive(aboutOf(path), `The bound ${words} is gone.`)]
        : [breaking(aboutOf(path), 'It is gone.')]
    return now === words ? [] : [changed(path, words, now)]
  })

const changed = (path: string, was: string, is: string): Break => {
  const without = (words: string, part: RegExp): string => words.replace(part, '').trim()
  const isRelaxed = /minOccurs=0|nillable=true/.test(is) && without(is, /minOccurs=0/) === without(was, /minOccurs=0/)
  // An input that need no longer be given breaks nobody; an answer that may lack what it had does.
  const isInput = /(?:Create|Replace|Update)\//.test(path)
  if (isWider(path, was, is)) return additive(aboutOf(path), `It was (${was}) and is (${is}).`)
  return isRelaxed && isInput
    ? additive(aboutOf(path), 'It need no longer be given.')
    : breaking(aboutOf(path), `It was (${was}) and is (${is}).`)
}

/** A bound that takes all that it took before. */
const isWider = (path: string, was: string, is: string): boolean => {
  const [before, after] = [was, is].map((words) => Number(/^value=(-?[\d.]+)$/.exec(words)?.[1]))
  if (before === undefined || after === undefined) return false
  return /#(?:maxLength|maxInclusive|totalDigits)$/.test(path)
    ? after > before
    : /#min(?:Length|Inclusive)$/.test(path) && after < before
}

const gained = (was: Particles, is: Particles): readonly Break[] =>
  [...is]
    .filter(([path]) => !was.has(path))
    .flatMap(([path, words]) => {
      const [bounded = '', bound] = path.split('#')
      // A bound of what is new is a part of it.
      if (bound !== undefined) return was.has(bounded) ? [breaking(aboutOf(path), `It is now bounded: ${words}.`)] : []
      const isNeeded = /(?:Create|Replace|Key)\/[^/]+$/.test(path) && !words.includes('minOccurs=0')
      const parent = path.slice(0, path.lastIndexOf('/'))
      return isNeeded && was.has(parent)
        ? breaking(aboutOf(path), 'It is new and must be given.')
        : additive(aboutOf(path), 'It is new.')
    })
