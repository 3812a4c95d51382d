import type { Charter } from './charter.ts'
import { periodText } from './read-period.ts'
import { type FieldMove, moveOf } from './state-prose.ts'
import type { Break } from './style.ts'

/** What clients notice of states in every style: that a row begins elsewhere, and that a move is made no more, from fewer states, or to another. */
export const moveBreaks = (before: Charter, after: Charter): readonly Break[] => [
  ...initialBreaks(before, after),
  ...before.operations.flatMap((operation) => {
    const now = after.operations.find(({ id }) => id === operation.id)
    const was = moveOf(before, operation)
    // That an operation is gone is each style's to say.
    if (!now) return []
    const moves = moveOf(after, now)
    return was ? breaksOf(now.name, was, moves) : moves ? [becameMove(now.name, moves)] : []
  }),
]

const becameMove = (about: string, { field, move }: FieldMove): Break => ({
  about,
  sentence: `It is refused but from ${move.from.map((state) => `\`${state}\``).join(', ')}, and moves \`${field.name}\` to \`${move.to}\`.`,
  severity: 'breaking',
})

const breaksOf = (name: string, was: FieldMove, now: FieldMove | undefined): readonly Break[] => {
  const say = (sentence: string): Break => ({ about: name, sentence, severity: 'breaking' })
  if (!now || now.field.id !== was.field.id)
    return [
      say(`It does not move \`${was.field.name}\` to \`${was.move.to}\` any more.`),
      ...(now ? [becameMove(name, now)] : []),
    ]
  const lost = was.move.from.filter((state) => !now.move.from.includes(state))
  const asks = now.move.when?.text
  return [
    ...lost.map((state) => say(`From \`${state}\` it is refused.`)),
    ...(now.move.to === was.move.to ? [] : [say(`It leads to \`${now.move.to}\`, and led to \`${was.move.to}\`.`)]),
    ...(now.move.afterMs === undefined || now.move.afterMs === was.move.afterMs
      ? []
      : [
          say(
            `The service makes it by itself, ${periodText(now.move.afterMs)} after the row came to where it leads from.`,
          ),
        ]),
    ...(asks === undefined || asks === was.move.when?.text
      ? []
      : [say(`It asks of its row what it did not: ${asks}.`)]),
  ]
}

const initialBreaks = (before: Charter, after: Charter): readonly Break[] =>
  after.entities.flatMap((entity) => {
    const was = before.entities.find(({ id }) => id === entity.id)
    return entity.fields.flatMap(({ id, name, states }): Break[] => {
      const old = was?.fields.find((field) => field.id === id)
      if (!old || old.states?.initial === states?.initial) return []
      const about = `${entity.name}.${name}`
      if (!states) return []
      const sentence = old.states
        ? `A new row begins as \`${states.initial}\`, and began as \`${old.states.initial}\`.`
        : 'It is not written any more: a new row begins in its initial state, and moves alone change it.'
      return [{ about, sentence, severity: 'breaking' }]
    })
  })
