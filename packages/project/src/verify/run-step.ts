import { setTimeout as wait } from 'node:timers/promises'
import { bodyText, type Json, type JsonObject } from '@charter/runtime'
import type { Answer } from './answer.ts'
import { type AskOptions, ask } from './ask.ts'
import { everyAnswer } from './every-answer.ts'
import { askGrpc } from './grpc-answer.ts'
import { hold, type Release } from './held.ts'
import { type Mismatch, mismatches, shown } from './match.ts'
import { valueAt } from './pointer-value.ts'
import type { Expect, Step } from './scenario.ts'

export interface StepResult {
  readonly answer: Answer | null
  readonly mismatches: readonly Mismatch[]
}

/** A step as one caller asks it. */
export interface Asked {
  readonly asking: AskOptions
  readonly step: Step
}

/** Makes the step's request, again while `withinMs` lasts, and says in what the answer is not as expected. `holding`: who opens what it `holds`. */
export const runStep = async (
  asking: AskOptions,
  step: Step,
  holding: readonly Asked[] = [{ asking, step }],
): Promise<StepResult> => {
  const until = performance.now() + (step.withinMs ?? 0)
  for (;;) {
    const result = await attempt({ asking, step }, holding)
    if (result.mismatches.length === 0 || performance.now() >= until) return result
    await wait(50)
  }
}

const attempt = async ({ asking, step }: Asked, holding: readonly Asked[]): Promise<StepResult> => {
  const releases: Release[] = []
  try {
    if (step.holds) for (const each of holding) releases.push(await hold(each.asking, each.step))
    const { answer, statements } = await counted(asking, step)
    return {
      answer,
      mismatches: [...judge(answer, step.expect, statements), ...(asking.isRest ? everyAnswer(answer, step) : [])],
    }
  } catch (error) {
    const said = error instanceof Error ? `${error.message} ${error.cause ?? ''}`.trim() : String(error)
    return { answer: null, mismatches: [{ at: 'answer', expected: 'one', actual: said }] }
  } finally {
    await Promise.all(releases.map((release) => release()))
  }
}

const measuresMax = 5

/** The answer with the statements it took: the least of a few measurings, as the record's own writer may speak between. */
const counted = async (asking: AskOptions, step: Step): Promise<{ answer: Answer; statements: number | null }> => {
  const { statementsMax } = step.expect
  if (statementsMax === undefined) return { answer: await answerOf(asking, step), statements: null }
  let least = Number.POSITIVE_INFINITY
  for (let measure = 0; ; measure++) {
    const before = await statementCount(asking)
    const answer = await answerOf(asking, step)
    least = Math.min(least, (await statementCount(asking)) - before)
    if (least <= statementsMax || measure >= measuresMax) return { answer, statements: least }
    await wait(60)
  }
}

const statementCount = async ({ url, countsAt = url }: AskOptions): Promise<number> => {
  const answer = await fetch(`${countsAt}/_charter/statements`, { signal: AbortSignal.timeout(10_000) })
  const { statements } = JSON.parse(await bodyText(answer)) as { statements?: number }
  if (statements === undefined) throw new Error(`${countsAt} does not say how many statements it ran`)
  return statements
}

const answerOf = (asking: AskOptions, step: Step): Promise<Answer> =>
  asking.isGrpc
    ? askGrpc(asking, step)
    : step.walk
      ? walk(asking, step)
      : step.times
        ? together(asking, step, step.times)
        : ask(asking, step)

const pagesMax = 10_000

/** Every page to the end: `{ items, rows, pages, next, count }`; a page that is refused ends it with its own answer. */
const walk = async (asking: AskOptions, step: Step): Promise<Answer> => {
  const items: Json[] = []
  const texts: string[] = []
  let asked = step
  for (;;) {
    const answer = await ask(asking, asked)
    if (answer.status !== 200 || everyAnswer(answer, step).length > 0) return answer
    const page = answer.body as JsonObject
    items.push(...((page.items as readonly Json[] | undefined) ?? []))
    texts.push(answer.text)
    const { next, count } = page
    if (typeof next === 'string' && texts.length < pagesMax) asked = pageAfter(step, next)
    else {
      const body = { items, rows: items.length, pages: texts.length, next: next ?? null, count: count ?? null }
      return { ...answer, body, text: texts.join('\n') }
    }
  }
}

/** A search says in its body where it goes on. */
const pageAfter = (step: Step, after: string): Step =>
  step.body === undefined
    ? { ...step, path: `${step.path}${step.path.includes('?') ? '&' : '?'}after=${encodeURIComponent(after)}` }
    : { ...step, body: { ...(step.body as JsonObject), after } }

const together = async (asking: AskOptions, step: Step, times: number): Promise<Answer> => {
  const answers = await Promise.all(Array.from({ length: times }, () => ask(asking, step)))
  const found = answers.flatMap((answer) => everyAnswer(answer, step))
  if (found.length > 0) return answers[0] as Answer
  const shownAnswers = answers
    .map(({ status, body }) => ({ status, body: body ?? null }))
    .sort((a, b) => a.status - b.status)
  return { ...(answers[0] as Answer), status: 0, body: { answers: shownAnswers }, text: '' }
}

const judge = (answer: Answer, expect: Expect, statements: number | null): readonly Mismatch[] => [
  ...statusMismatch(answer, expect),
  ...Object.entries(expect.headers ?? {}).flatMap(([name, check]) =>
    mismatches(`header ${name}`, answer.headers[name], check),
  ),
  ...(expect.body ?? []).flatMap(({ at, ...check }) => mismatches(at, valueAt(answer.body, at), check)),
  ...(expect.says ?? []).flatMap((text) =>
    answer.text.includes(text) ? [] : [{ at: '', expected: shown(text), actual: shown(answer.text) }],
  ),
  ...(expect.lacks ?? []).flatMap((text) =>
    `${answer.text}${JSON.stringify(answer.headers)}`.includes(text)
      ? [{ at: '', expected: `nowhere ${shown(text)}`, actual: shown(answer.body) }]
      : [],
  ),
  ...(statements !== null && expect.statementsMax !== undefined && statements > expect.statementsMax
    ? [{ at: 'statements', expected: `at most ${expect.statementsMax}`, actual: String(statements) }]
    : []),
]

const statusMismatch = ({ status, body }: Answer, expect: Expect): readonly Mismatch[] => {
  const wanted = expect.status === undefined ? [] : [expect.status].flat()
  return wanted.length === 0 || wanted.includes(status)
    ? []
    : [{ at: 'status', expected: wanted.join(' or '), actual: `${status} ${shown(body)}` }]
}
