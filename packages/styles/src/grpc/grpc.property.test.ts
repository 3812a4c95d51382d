import type { Style } from '@charter/charter'
import type { Call, Credential, Outcome, Principal } from '@charter/runtime'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { serveStyles } from '../serve.ts'
import { charterText } from '../testing/arbitrary-charter.ts'
import { load, shop } from '../testing/model.ts'
import { typedCallsOf, typedOutcomeFor } from '../testing/typed.ts'
import { callGrpc } from './call/caller.ts'
import { grpc } from './index.ts'

const principalText = (principal: Principal) => Buffer.from(JSON.stringify(principal)).toString('base64url')
const principalOf = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString()) as Principal

/** What gRPC's types do not hold, of all that typed calls are: operators that no type of theirs has. */
const argued = [/^gRPC cannot carry the value at \/.*(?:filter).*: \w+Condition has no field for it\.$/]

/** For every service f and Call c that gRPC can carry: call(serve(f))(c) = f(c), and f receives c. */
const roundTrip = async (text: string, numRuns: number): Promise<{ yes: number; no: number }> => {
  const { charter, model } = load(text)
  const surface = grpc.surface(charter)
  let answer: Outcome
  let received: Call[] = []
  const execute = async (call: Call) => {
    received.push(call)
    return answer
  }
  const bugs: unknown[] = []
  const serving = {
    execute,
    model,
    authenticate: (credential: Credential | null) => credential && principalOf(credential.text),
    onBug: (error: unknown) => bugs.push(error),
  }
  const served = await serveStyles([{ style: grpc as Style, surface }], serving, { host: '127.0.0.1', port: 0 })
  const caller = callGrpc(surface, {
    url: served.urls.grpc ?? '',
    credential: ({ principal }) => principal && principalText(principal),
    timeoutMs: 5000,
  })
  const carried = { yes: 0, no: 0 }
  const property = fc.asyncProperty(
    typedCallsOf(model).chain((each) => fc.tuple(fc.constant(each), typedOutcomeFor(model, each))),
    async ([asked, given]) => {
      const why = caller.refuses(asked)
      if (why !== null) {
        carried.no++
        expect(argued.some((pattern) => pattern.test(why)) ? '' : why).toBe('')
        return
      }
      carried.yes++
      answer = given
      received = []
      expect(await caller.execute(asked)).toEqual(given)
      expect(received.map(withoutSelf)).toEqual([
        { ...asked, context: { ...asked.context, origin: { ...asked.context.origin, style: 'grpc' } } },
      ])
      expect(bugs).toEqual([])
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

test('a service called over gRPC answers as it does in process, and is asked what was asked', async () => {
  const carried = await roundTrip(shop, 1500)
  expect(carried.yes).toBeGreaterThan(carried.no * 2)
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
