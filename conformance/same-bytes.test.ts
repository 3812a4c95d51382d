import { inProcessTarget, type Scenario } from '@charter/project'
import { expect, test } from 'vitest'
import { ownCode } from './bodies.ts'
import { arrange, charters, databases } from './charters.ts'

test.each(charters)('$name answers every reading request with the same bytes on every database', async (subject) => {
  const targets: Target[] = []
  let scenarios: readonly Scenario[] = []
  try {
    // One after the other: each makes its own on the server of its kind.
    for (const database of databases) {
      const arranged = await arrange(subject, database)
      targets.push(await inProcessTarget(arranged.derived, arranged.examples, ownCode))
      if (database === 'sqlite') scenarios = arranged.part(6)
    }
    await Promise.all(targets.map(({ reset }) => reset?.('example')))
    const asked = scenarios.filter(isPlain).flatMap(requestsOf)
    expect(asked.length).toBeGreaterThan(50)
    for (const request of asked) {
      const answers = await Promise.all(targets.map((target) => answerOf(target, request)))
      for (const answer of answers) expect([request.path, answer]).toEqual([request.path, answers[0]])
    }
  } finally {
    for (const target of targets) await target.close()
  }
})

/** Reads over REST as its clients speak it; seals in answers of other styles are those styles' own. */
const isPlain = (scenario: Scenario): boolean => !scenario.writes && !scenario.in && !scenario.start

/** Requests that stand alone: what one step saves for the next differs from run to run, and so do the entries of a trail. */
const requestsOf = ({ steps }: Scenario) =>
  steps.filter(
    (step) =>
      !step.path.includes('/audit') &&
      !JSON.stringify([step.path, step.headers, step.body, step.text]).includes('{{') &&
      !step.times,
  )

type Request = ReturnType<typeof requestsOf>[number]
type Target = Awaited<ReturnType<typeof inProcessTarget>>

const answerOf = async ({ url, tokenOf }: Target, { method, path, as, headers, body, text }: Request) => {
  const token = as === null ? null : await tokenOf(as)
  const sent = text ?? (body === undefined ? undefined : JSON.stringify(body))
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(sent !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(sent !== undefined && { body: sent }),
  })
  return {
    status: answer.status,
    etag: answer.headers.get('etag'),
    body: withoutSeals((await answer.text()).replaceAll(url, 'http://service')),
  }
}

/** Cursors are sealed with a key of each service's own, tokens are drawn in each; a request has an id of its own. */
const withoutSeals = (text: string): string =>
  text.replaceAll(/"(next|requestId)":"[^"]+"/g, '"$1":"…"').replaceAll(/tok_[\w-]{32}/g, 'tok_…')
