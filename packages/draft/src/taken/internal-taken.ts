import type { Analysis } from '../analysis.ts'
import { actionsOf } from '../language/actions.ts'
import type { Options } from '../options.ts'
import { type DraftQuestion, note, type Outline, type OutlineEntity } from '../outline.ts'
import { operationName } from '../outline-names.ts'
import { entityName, memberName, wordsOf } from '../read/names.ts'
import { quoted } from '../sentences-said.ts'
import { type InternalSaid, internalsIn } from './internal-said.ts'
import { deedsThere, moveIn, moveTo, setMove, takeDeeds } from './limit-deed.ts'
import { lastThing } from './spoken-before.ts'
import { saidBy, type Taken } from './taken.ts'

/** `Only the system itself may recalculate totals`: an operation that nobody calls from outside. */
export const internalsTaken = (words: string): readonly Taken[] =>
  internalsIn(words).map((said) => ({
    ...said,
    isWhole: true,
    withThings: withoutSystem,
    addThings: (outline: Outline) => !isUsual(said) || entityOf(outline, said) !== undefined,
    addRules: (outline: Outline) => addInternal(outline, said),
    ...(isUsual(said) && { question: questionOf(said) }),
  }))

/** What does something by itself is nobody who signs in. */
const withoutSystem = (analysis: Analysis): Analysis => ({
  ...analysis,
  roles: analysis.roles.filter(({ name }) => !isSystem.test(name)),
  access: analysis.access.filter(({ role }) => !isSystem.test(role)),
})

const isSystem = /^(?:system|service|application|app|software|backend|server|platform|api|program)$/i

const questionOf = ({ quote, deed }: InternalSaid): DraftQuestion => ({
  about: '',
  sentence: `"${quoted(quote)}": who else may ${deed}? No rule was made of it.`,
  choices: [],
})

/** `delete`, which is a right to rows and no operation. */
const isUsual = ({ verb }: InternalSaid): boolean => actionsOf(verb) !== null

/** What is spoken of before, of `it`; the thing by its name; the one of which these are some (`overdue orders`), or which has it (`the title`). */
const entityOf = (outline: Outline, said: InternalSaid): OutlineEntity | undefined => {
  const { entities } = outline
  return (
    (said.thing === '' ? lastThing(said.before, outline) : undefined) ??
    entities.get(entityName(said.thing)) ??
    entities.get(entityName(said.thing.split(' ').at(-1) ?? '')) ??
    (isUsual(said) ? [...entities.values()].find(({ fields }) => fields.has(memberName(said.thing))) : undefined)
  )
}

const addInternal = (outline: Outline, said: InternalSaid): boolean => {
  const entity = said.verb === '' ? undefined : entityOf(outline, said)
  const move = entity && said.state !== '' ? moveTo(entity, said.state) : undefined
  const deeds = entity ? (move === undefined ? deedsThere(said.verb, entity) : [move]) : []
  const [deed = entity && operationOf(outline, entity, said)] = deeds
  if (!entity || deed === undefined) return isUsual(said) || addOperation(outline, said)
  takeDeeds(entity, deeds)
  const isOfOther = said.thing !== '' && entity.name !== entityName(said.thing)
  if (move === undefined && (isUsual(said) || isOfOther)) return askHow(outline, entity, said)
  const known = outline.operations.get(deed)
  const found = moveIn(entity, deed)
  if (known) {
    const { description, input } = known
    outline.operations.delete(deed)
    const options = { description, internal: true, entity: entity.name }
    outline.internal.set(deed, {
      ...options,
      ...(Object.keys(input).length > 0 && { input }),
      result: entity.name,
      ...(known.errors.length > 0 && { errors: known.errors }),
    })
  } else if (found) setMove(entity, found, { ...found.move, internal: true })
  return askWhen(outline, deed, said)
}

/** One that nobody was given. */
const operationOf = ({ operations }: Outline, { name }: OutlineEntity, { verb }: InternalSaid): string | undefined => {
  const operation = operationName(`${verb} ${name}`)
  return operations.get(operation)?.entity === name ? operation : undefined
}

/** Of what is no right of anybody yet. */
const addOperation = (outline: Outline, said: InternalSaid): boolean => {
  const isIt = said.thing === '' && said.verb !== ''
  const entity = said.isOfOne || isIt ? entityOf(outline, said) : undefined
  const deed = isIt && entity ? `${said.verb} ${wordsOf(entity.name).join(' ')} ${said.state}`.trim() : said.deed
  const operation = operationName(deed)
  if (operation === '' || outline.operations.has(operation) || outline.internal.has(operation)) return false
  const options: Options = {
    description: `${deed.charAt(0).toUpperCase()}${deed.slice(1)}.`,
    internal: true,
    ...(entity && { entity: entity.name, result: entity.name }),
  }
  outline.internal.set(operation, options)
  note(outline, operation, saidBy(said))
  return askWhen(outline, operation, said)
}

const askWhen = ({ questions }: Outline, operation: string, { quote, timing: at }: InternalSaid): boolean => {
  const sentence =
    at === ''
      ? `"${quoted(quote)}": when does ${operation} run? Its code is to be written, and a hook or an operation calls it; nobody else can.`
      : `"${quoted(quote)}": what runs ${operation} ${at}? A charter has no timetable yet. Its code is to be written, and a hook or an operation calls it; nobody else can.`
  questions.push({ about: operation, sentence, choices: [] })
  return true
}

const askHow = ({ questions }: Outline, { name }: OutlineEntity, { quote, verb, deed }: InternalSaid): boolean => {
  const sentence = `"${quoted(quote)}": when does the service ${deed} by itself? Code of an operation or a hook is to be written for it, and nobody was given the right to ${verb} them.`
  questions.push({ about: name, sentence, choices: [] })
  return true
}
