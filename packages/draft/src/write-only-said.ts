import type { Analysis } from './analysis.ts'
import { fieldsNamed } from './field-named.ts'
import { linesOf, type Outline } from './outline.ts'
import { wordsOf } from './read/names.ts'

const field = "(?<field>[\\p{L}\\d' ’-]+?)"
const may = '(?:can|could|may|must|should|shall|will)'
const put = '(?:set|written|entered|given|taken|changed|replaced|stored|kept|saved|recorded)'
const shown =
  '(?:read|read back|shown|seen|displayed|returned|revealed|given out|handed out|sent back|retrieved|looked up)'
const again = '(?:,? (?:to|by) (?:anyone|anybody|everyone|everybody|any role))?(?:,? (?:again|back|afterwards|at all))*'
const never = `(?:(?:(?:it|they) )?(?:(?:is|are) (?:never|not)|${may} (?:never|not) be|(?:can['’]?t|cannot) be)|never|not)`

const forms: readonly RegExp[] = [
  `${field} (?:is|are|${may} be) write[- ]only`,
  `${field} (?:(?:is|are)(?: only)?|${may}(?: only)? be) ${put}(?: (?:and|or) ${put})*,? (?:but|and|yet) ${never} ${shown}${again}`,
].map((source) => new RegExp(`^${source}$`, 'iu'))

/** `The PIN can be set, but is never shown`: the fields it names are taken and never given. Null where a clause says no such thing. */
export const withWriteOnly = (analysis: Analysis, text: string): Analysis | null => {
  const said = forms.flatMap((form) => form.exec(text)?.groups?.field ?? [])[0]
  const fields = said === undefined ? [] : fieldsNamed(said, analysis)
  if (fields.length === 0) return null
  const isMeant = (on: string, name: string): boolean => fields.some((each) => each.on === on && each.field === name)
  return {
    ...analysis,
    entities: analysis.entities.map((entity) => ({
      ...entity,
      fields: entity.fields.map((each) =>
        isMeant(entity.name, each.name) ? { ...each, options: { ...each.options, writeOnly: true } } : each,
      ),
    })),
  }
}

/** What is never given is told in no other way either: whatever would show it, or tell it by trial, is left out and asked. */
export const completeWriteOnly = (outline: Outline): void => {
  for (const entity of outline.entities.values())
    for (const [name, { unique, reveal, mask, ...options }] of entity.fields) {
      if (options.writeOnly !== true) continue
      entity.fields.set(name, options)
      const reveals = [...entity.allow.values()].flatMap(linesOf)
      const shown = reveals.filter((grant) => grant.reveal.delete(String(reveal ?? name)))
      const sets = entity.unique.filter((set) => set.includes(name))
      for (const set of sets) entity.unique.splice(entity.unique.indexOf(set), 1)
      const checks = [...entity.checks].filter(([, check]) => new RegExp(`\\b${name}\\b`).test(JSON.stringify(check)))
      for (const [check] of checks) entity.checks.delete(check)
      const said = [
        (unique !== undefined || sets.length > 0) && 'no two have the same',
        (reveal !== undefined || mask !== undefined || shown.length > 0) && 'some see it',
        checks.length > 0 && 'it is compared with something',
      ].filter((each) => each !== false)
      if (said.length > 0)
        outline.questions.push({
          about: `${entity.name}.${name}`,
          sentence: `The ${wordsOf(name).join(' ')} is never shown, and ${said.join(', and ')}: which of the two? It is never shown.`,
          choices: [],
          isContradiction: true,
        })
    }
}
