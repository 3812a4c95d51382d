import type { Style } from '@charter/charter'
import type { Call, Credential, Outcome, Principal } from '@charter/runtime'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { serveStyles } from '../serve.ts'
import { charterText } from '../testing/arbitrary-charter.ts'
import { load, shop } from '../testing/model.ts'
import { typedCallsOf, typedOutcomeFor } from '../testing/typed.ts'
import { mcp } from './index.ts'

const principalText = (principal: Principal) => Buffer.from(JSON.stringify(principal)).toString('base64url')
const principalOf = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString()) as Principal

/** For every service f and Call c that MCP can carry: call(serve(f))(c) = f(c), and f receives c. */
const roundTrip = async (text: string, numRuns: number): Promise<{ yes: number; no: number }> => {
  const { charter, model } = load(text.replace(/^serves: .*$/m, '$&\nmcp: { tools: all }'))
  const surface = mcp.surface(charter)
  let answer: Outcome
  let received: Call[] = []
  const execute = async (call: Call) => {
    received.push(call)
    return answer
  }
  const authenticate = (credential: Credential | null) => credential && principalOf(credential.text)
  const served = await serveStyles(
    [{ style: mcp as Style, surface }],
    { execute, model, authenticate },
    { host: '127.0.0.1', port: 0 },
  )
  const caller = await mcp.call(surface, {
    url: served.url,
    credential: ({ principal }) => principal && principalText(principal),
    timeoutMs: 5000,
  })
  const carried = { yes: 0, no: 0 }
  const property = fc.asyncProperty(
    typedCallsOf(model).chain((each) => fc.tuple(fc.constant(each), typedOutcomeFor(model, each))),
    async ([asked, given]) => {
      // Who is nobody is told where to get a token, and asks nothing.
      fc.pre(asked.principal !== null)
      const refusal = caller.refuses(asked)
      if (refusal !== null) {
        carried.no++
        expect(refusal).toBe('')
        return
      }
      answer = given
      received = []
      const outcome = await caller.execute(asked)
      carried.yes++
      expect(outcome).toEqual(given)
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
  return { ...rest, context: { ...kept, origin: { style: 'rest', requestId: origin.requestId } } }
}

test('a service called over MCP answers as it does in process, and is asked what was asked', async () => {
  const carried = await roundTrip(shop, 1000)
  expect(carried.yes).toBeGreaterThan(carried.no)
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
