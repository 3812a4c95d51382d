import { afterEach, describe, expect, test } from 'vitest'
import type { Draft } from '../outline.ts'
import { checkDocument } from './check-draft.ts'
import { draftWithModel, type ModelOptions } from './draft-with-model.ts'
import type { ModelProgress } from './model-progress.ts'
import { petAnswer, petWords, wrongAnswer } from './testing/pets.ts'
import { planned } from './testing/planned.ts'
import { answers, half, type Reply, refuses, type StandIn, silent, startStandIn } from './testing/stand-in.ts'

const planner: Draft = planned
let standIn: StandIn | undefined
afterEach(() => standIn?.close())

const model = { provider: 'openai-compatible', name: 'stand-in' } as const
const key = 'sk-canary-7f3a'

const drafted = async (replies: readonly Reply[], options: Partial<ModelOptions> = {}, words = petWords) => {
  standIn = await startStandIn(...replies)
  const environment = { CHARTER_MODEL_URL: `${standIn.url}/v1`, CHARTER_MODEL_KEY: key }
  const { limits, ...others } = options
  const draft = await draftWithModel(words, {
    model,
    environment,
    planner,
    limits: { retryAfterMs: 1, ...limits },
    ...others,
  })
  expect(JSON.stringify(draft)).not.toContain(key)
  expect(checkDocument(draft.document)).toEqual([])
  return { draft, asked: standIn.asked }
}

/** The planner's draft, with why. */
const isPlanners = (draft: Awaited<ReturnType<typeof drafted>>['draft'], why: RegExp): void => {
  expect(draft).toMatchObject({ ...planner, by: 'planner' })
  expect(draft.said).toMatch(why)
}

describe('a model that answers well', () => {
  test('gives the draft, with the words it rests on and what it cost', async () => {
    const seen: ModelProgress[] = []
    const { draft, asked } = await drafted([answers(petAnswer)], { onProgress: (progress) => seen.push(progress) })
    expect(draft).toMatchObject({
      by: 'model',
      attempts: 1,
      usage: { inputTokens: 1000, outputTokens: 500 },
      cost: null,
    })
    expect(draft.document).toContain('fee: { type: decimal, precision: 8, scale: 2, min: 0 }')
    expect(draft.lockProvenance['Visit.startsAt']).toEqual({
      quoted: 'a start time',
      offset: petWords.indexOf('a start time'),
      confidence: 0.9,
    })
    expect(draft.said).toMatch(/1000 tokens in, 500 out, unknown price/)
    expect(seen.at(-1)).toEqual({ attempt: 1, entities: ['Pet', 'Visit'] })
    expect(asked).toHaveLength(1)
  })

  test('is asked for the schema, and given no tools', async () => {
    const { asked } = await drafted([answers(petAnswer)], { boundary: 'boundary-1' })
    const { path, headers, body } = asked[0] ?? { path: '', headers: {}, body: {} }
    expect([path, headers.authorization]).toEqual(['/v1/chat/completions', `Bearer ${key}`])
    expect(body.response_format).toMatchObject({ type: 'json_schema', json_schema: { strict: true, name: 'charter' } })
    expect(body).not.toHaveProperty('tools')
    expect(body.max_tokens).toBe(32_000)
    expect(body.messages.map(({ role }: { role: string }) => role)).toEqual(['system', 'user'])
    expect(body.messages[1].content).toContain(`----- words boundary-1\n${petWords}\n----- end of words boundary-1`)
    expect(body.messages[1].content).toContain(planner.document)
  })

  test('in a fence, as servers without a JSON mode do, is read all the same', async () => {
    const { draft } = await drafted([answers(`Here it is:\n\`\`\`json\n${JSON.stringify(petAnswer)}\n\`\`\``)])
    expect(draft.by).toBe('model')
  })

  test('but whose server refuses the schema is told it in words', async () => {
    const { draft, asked } = await drafted([refuses(400, {}, 'response_format is not supported'), answers(petAnswer)])
    expect(draft.by).toBe('model')
    expect(asked[1]?.body).not.toHaveProperty('response_format')
    expect(asked[1]?.body.messages[0].content).toContain('"passedOver"')
  })

  test('but passes over what the planner reads is joined with it', async () => {
    const [pet] = petAnswer.entities
    const access = { roles: ['receptionist'], principal: [] }
    const { draft } = await drafted([answers({ ...petAnswer, access, entities: [{ ...pet, relations: [] }] })])
    expect(draft.by).toBe('merged')
    expect(draft.document).toMatch(/^ {2}Visit:/m)
    expect(draft.document).toContain('An animal under care.')
    expect(draft.lockProvenance['Visit.pet']?.quoted).toMatch(/^A visit is for one pet/)
  })

  test('less well than the planner leaves the planner’s', async () => {
    const { draft } = await drafted([answers({ ...petAnswer, entities: [] })])
    isPlanners(draft, /^The planner answered: .*Try|holds more of the words/)
  })
})

describe('a model that answers badly', () => {
  test('is told what is wrong and where, and mends it', async () => {
    const { draft, asked } = await drafted([answers(wrongAnswer), answers(petAnswer)])
    expect(draft).toMatchObject({ by: 'model', attempts: 2, usage: { inputTokens: 2000, outputTokens: 1000 } })
    const [answer, complaint] = asked[1]?.body.messages.slice(-2) ?? []
    expect(JSON.parse(answer.content)).toEqual(wrongAnswer)
    expect(complaint.content).toMatch(
      /- entities\.Pet\.fields\.birthDate\.type: There is no type `birthday`.*The line: birthDate/,
    )
  })

  test('and never mends it is asked four times in all', async () => {
    const { draft, asked } = await drafted([answers(wrongAnswer)])
    expect(asked).toHaveLength(4)
    isPlanners(draft, /no answer in 4 was a charter without mistakes\. Try another model/)
    expect(draft.usage).toEqual({ inputTokens: 4000, outputTokens: 2000 })
  })

  test('with what is no JSON is told so', async () => {
    const { draft, asked } = await drafted([answers('I would rather not.'), answers(petAnswer)])
    expect(draft.by).toBe('model')
    expect(asked[1]?.body.messages.at(-1).content).toMatch(/not one JSON object/)
  })

  test('without end is cut off', async () => {
    const { draft } = await drafted([answers('x'.repeat(900))], { limits: { outputTokensMax: 100 } })
    isPlanners(draft, /cut off at its limit of at most 100 tokens/)
  })

  test('and says itself that it was cut off', async () => {
    const { draft } = await drafted([answers('{"name": "pe', 'length')])
    isPlanners(draft, /cut off/)
  })

  test('or declines leaves the planner’s', async () => {
    const { draft } = await drafted([answers('', 'content_filter')])
    isPlanners(draft, /declined to answer/)
  })
})

describe('a model that cannot be had', () => {
  test('is waited for a bounded time', async () => {
    const { draft } = await drafted([silent], { limits: { firstTokenMs: 50 } })
    isPlanners(draft, /nothing was heard of it within 0\.05 seconds/)
  })

  test('is not waited for longer than the whole may take', async () => {
    const { draft } = await drafted([half(petAnswer, 'open')], { limits: { wholeMs: 150 } })
    isPlanners(draft, /did not finish within 0\.15 seconds/)
  })

  test('half way through leaves the planner’s', async () => {
    const { draft } = await drafted([half(petAnswer, 'cut')], { limits: { retriesMax: 0 } })
    isPlanners(draft, /the answer broke off/)
  })

  test('for a moment is asked again when the server says', async () => {
    const { draft, asked } = await drafted([refuses(429, { 'retry-after': '0' }), answers(petAnswer)])
    expect([draft.by, asked.length]).toEqual(['model', 2])
  })

  test('at all, after retries, leaves the planner’s', async () => {
    const { draft, asked } = await drafted([refuses(429)], { limits: { retriesMax: 2 } })
    expect(asked).toHaveLength(3)
    isPlanners(draft, /asks to wait \(429\)\. Try again later/)
  })

  test('for an hour is not waited for', async () => {
    const { draft, asked } = await drafted([refuses(429, { 'retry-after': '3600' })])
    expect(asked).toHaveLength(1)
    isPlanners(draft, /asks to wait \(429\), for 3600 seconds/)
  })

  test.each([
    [401, /refused the credentials \(401\)\. Check the key/],
    [404, /knows no openai-compatible:stand-in \(404\)/],
    [503, /failed \(503\)\. Try again later/],
    [413, /refused the request \(413\): "no …"/],
  ])('with %i says what to do, and no key', async (status, why) => {
    const { draft } = await drafted([refuses(status, {}, `no ${key}`)])
    isPlanners(draft, why)
  })

  test('behind a redirect is not followed, as the key would go along', async () => {
    const elsewhere = await startStandIn(answers(petAnswer))
    const { draft } = await drafted([refuses(307, { location: `${elsewhere.url}/v1/chat/completions` })])
    expect(elsewhere.asked).toEqual([])
    isPlanners(draft, /could not be reached\. Check the network and CHARTER_MODEL_URL/)
    await elsewhere.close()
  })

  test('where nobody listens leaves the planner’s', async () => {
    const gone = await startStandIn(silent)
    await gone.close()
    const environment = { CHARTER_MODEL_URL: gone.url }
    const draft = await draftWithModel(petWords, { model, environment, planner, limits: { retryAfterMs: 1 } })
    isPlanners(draft, /could not be reached\. Check the network and CHARTER_MODEL_URL/)
  })
})

describe('stopped', () => {
  test('while the model speaks, it is heard no more and the planner’s is the answer', async () => {
    const stop = new AbortController()
    const { draft } = await drafted([half(petAnswer, 'open')], { signal: stop.signal, onProgress: () => stop.abort() })
    isPlanners(draft, /the model was stopped/)
    expect(draft.attempts).toBe(1)
  })

  test('before it begins, nothing is sent', async () => {
    const { draft, asked } = await drafted([answers(petAnswer)], { signal: AbortSignal.abort() })
    isPlanners(draft, /the model was stopped/)
    expect(asked).toEqual([])
  })

  test('while it waits to ask again, it does not wait on', async () => {
    const stop = new AbortController()
    const { draft } = await drafted(
      [
        (response, asked) => {
          refuses(429, { 'retry-after': '50' })(response, asked)
          response.on('close', () => stop.abort())
        },
      ],
      { signal: stop.signal },
    )
    isPlanners(draft, /the model was stopped/)
  })
})

describe('nothing is sent', () => {
  test('of more than fifty pages', async () => {
    const { draft, asked } = await drafted([answers(petAnswer)], {}, petWords.repeat(1000))
    expect(asked).toEqual([])
    isPlanners(draft, /the words are \d+ pages of 3000 characters, and a model is given at most 50/)
  })

  test('of no words', async () => {
    const { asked } = await drafted([answers(petAnswer)], {}, ' \n')
    expect(asked).toEqual([])
  })
})

test('the same answer gives the same draft', async () => {
  const [first, second] = [await drafted([answers(petAnswer)]), await drafted([answers(petAnswer)])]
  expect(first.draft).toEqual(second.draft)
})
