import type { Style } from '@charter/charter'
import { type Call, type Credential, canonicalJson, type Json, type Outcome, type Principal } from '@charter/runtime'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { serveStyles } from '../serve.ts'
import { callsOf, outcomeFor } from '../testing/arbitrary.ts'
import { charterText } from '../testing/arbitrary-charter.ts'
import { load, shop } from '../testing/model.ts'
import { callRest } from './call/caller.ts'
import { requestOf } from './call/request.ts'
import { rest } from './index.ts'

const principalText = (principal: Principal) => Buffer.from(JSON.stringify(principal)).toString('base64url')
const principalOf = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString()) as Principal

/** For every service f and Call c that REST can carry: call(serve(f))(c) = f(c), and f receives c. */
const roundTrip = async (text: string, numRuns: number): Promise<{ yes: number; no: number }> => {
  const { charter, model } = load(text)
  const surface = rest.surface(charter)
  let answer: Outcome
  let received: Call[] = []
  const execute = async (call: Call) => {
    received.push(call)
    return answer
  }
  const serving = {
    execute,
    model,
    authenticate: (credential: Credential | null) => credential && principalOf(credential.text),
  }
  const served = await serveStyles([{ style: rest as Style, surface }], serving, { host: '127.0.0.1', port: 0 })
  const caller = callRest(surface, {
    url: served.url,
    credential: ({ principal }) => principal && principalText(principal),
    timeoutMs: 5000,
  })
  const carried = { yes: 0, no: 0 }
  const property = fc.asyncProperty(
    callsOf(model).chain((each) => fc.tuple(fc.constant(each), outcomeFor(each))),
    async ([asked, given]) => {
      // What REST does not carry it names. Here: a row's answer whose included relation is filtered by a protected field.
      if (typeof requestOf(surface, asked) === 'string') {
        carried.no++
        expect(canonicalJson(asked.select as unknown as Json)).toContain('card')
        return
      }
      carried.yes++
      answer = given
      received = []
      expect(await caller.execute(asked)).toEqual(given)
      expect(received.map(withoutSelf)).toEqual([asked])
    },
  )
  try {
    await fc.assert(property, { numRuns })
    return carried
  } finally {
    await caller.close()
    await served.close()
  }
}

/** The call without what belongs to this one request alone. */
const withoutSelf = ({ context, ...rest }: Call) => {
  const { deadlineMs: _deadline, abort: _abort, origin, ...kept } = context
  return { ...rest, context: { ...kept, origin: { style: origin.style, requestId: origin.requestId } } }
}

test('a service called over REST answers as it does in process, and is asked what was asked', async () => {
  const carried = await roundTrip(shop, 1500)
  expect(carried.yes).toBeGreaterThan(carried.no * 5)
}, 360_000)

// Charters are drawn once and calls shrink alone: shrinking both multiplies.
const { seed = 0 } = fc.readConfigureGlobal()
test.each(fc.sample(charterText, { numRuns: 12, seed }).map((text, at) => [at, text] as const))(
  `the same holds for random charter %i of seed ${seed}`,
  async (_at, text) => {
    const { yes } = await roundTrip(text, 40)
    expect(yes).toBeGreaterThan(0)
  },
)
