import { type CedarValueJson, isAuthorized } from '@cedar-policy/cedar-wasm/nodejs'
import { parseCharter } from '@charter/charter'
import { evaluate, type JsonObject, type Subject } from '@charter/runtime'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compileAccess } from './compile.ts'

const charterOf = (when: string, principal = '{}', effect = 'permit') => {
  const { charter, diagnostics } = parseCharter({
    'charter.yaml': `charter: 1
name: calls
serves: [rest, graphql, soap]
access: { roles: [r1], principal: ${principal} }
entities:
  Note:
    key: id
    fields: { id: text, way: text, limit: int32, at: instant, day: date }
policies: ${JSON.stringify(`${effect}(principal, action == Action::"Note.read", resource) when { ${when} };`)}
`,
  })
  if (!charter) throw new Error(JSON.stringify(diagnostics))
  return charter
}
const compiled = (when: string, principal?: string, effect?: string) =>
  compileAccess(charterOf(when, principal, effect))
const told = (when: string, principal?: string, effect?: string) =>
  compiled(when, principal, effect).diagnostics.map(({ code, message, hint }) => `${code}: ${message} ${hint ?? ''}`)

const datetime = (arg: string): CedarValueJson => ({ __extn: { fn: 'datetime', arg } })
const day = Date.parse('2026-06-15T00:00:00Z')
const moment = fc.constantFrom(...[-86_400_001, -86_400_000, -43_200_000, -1, 0, 1, 43_200_000].map((by) => day + by))

const style = fc.constantFrom('rest', 'graphql', 'grpc')
const atom = fc.oneof(
  fc.constantFrom(
    'principal.credential == "api-key"',
    'principal.credential != resource.way',
    '["jwt", "saml"].contains(principal.credential)',
    'context.style == "rest"',
    'context.style == resource.way',
    'context has address && context.address like "10.*"',
    'context has address && context.address == resource.way',
    'context has address',
    'principal has strongAge',
    'principal has strongAge && principal.strongAge < 900',
    'principal has strongAge && principal.strongAge <= resource.limit',
    'principal has credential',
    'context has style',
    'context has now',
    'context.now < resource.at',
    'context.now.offset(duration("-1d")) <= resource.at',
    'resource.at.offset(duration("12h")) > context.now',
    'context.now.durationSince(resource.at) < duration("12h1ms")',
    'resource.at == datetime("2026-06-15")',
    '[datetime("2026-06-15"), datetime("2026-06-14T12:00:00Z")].contains(resource.at)',
    'resource.day >= context.today',
    'resource.day.offset(duration("1d")) == context.today',
    'context.now > datetime("2026-06-15T02:00:00.001+0200")',
    'context.now >= datetime("2026-06-15T05:30:00+0530")',
    'resource.at == datetime("2026-06-14T20:30:00-0330")',
  ),
)
const condition = fc
  .array(fc.tuple(fc.constantFrom('&&', '||'), fc.boolean(), atom), { minLength: 1, maxLength: 3 })
  .map((parts) =>
    parts.map(([join, isNot, text], at) => `${at === 0 ? '' : ` ${join} `}${isNot ? '!' : ''}(${text})`).join(''),
  )

describe('what is known of a call', () => {
  test('decides as Cedar decides it', () => {
    fc.assert(
      fc.property(
        condition,
        style,
        fc.option(fc.constantFrom('10.0.0.1', '192.0.2.7', 'rest')),
        fc.option(fc.constantFrom(0, 899, 900, 5000)),
        fc.constantFrom('api-key', 'jwt', 'saml'),
        fc.constantFrom('rest', 'jwt', '10.0.0.1'),
        moment,
        moment,
        (when, asked, address, strongAge, credential, way, nowMs, atMs) => {
          const access = compiled(when)
          expect(access.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
          const [now, at] = [new Date(nowMs).toISOString(), new Date(atMs).toISOString()]
          const row: JsonObject = { id: 'n', way, limit: 900, at: at.replace(/\.?0*Z$/, 'Z'), day: at.slice(0, 10) }
          const subject: Subject = {
            id: 'p',
            roles: [],
            attributes: {},
            credential,
            asked: {
              nowMs,
              style: asked,
              ...(address !== null && { address }),
              ...(strongAge !== null && { strongAge }),
            },
          }
          const ours = access.rules.some((rule) => (rule.when ? evaluate(rule.when, row, subject) : true) === true)
          const answer = isAuthorized({
            principal: { type: 'Principal', id: 'p' },
            action: { type: 'Action', id: 'Note.read' },
            resource: { type: 'Note', id: 'n' },
            // The schema has it where a condition asks for it.
            context: when.includes('context')
              ? {
                  style: asked,
                  now: datetime(now),
                  today: datetime(now.slice(0, 10)),
                  ...(address !== null && { address }),
                }
              : {},
            policies: { staticPolicies: access.cedar },
            entities: [
              {
                uid: { type: 'Note', id: 'n' },
                attrs: { id: 'n', way, limit: 900, at: datetime(at), day: datetime(at.slice(0, 10)) },
                parents: [],
              },
              {
                uid: { type: 'Principal', id: 'p' },
                attrs: { id: 'p', credential, ...(strongAge !== null && { strongAge }) },
                parents: [],
              },
            ],
            schema: access.schema,
            validateRequest: true,
          })
          if (answer.type === 'failure') throw new Error(JSON.stringify(answer.errors))
          expect([when, ours]).toEqual([when, answer.response.decision === 'allow'])
        },
      ),
      { numRuns: 300 },
    )
  })

  test.each([
    'duration("1h") < duration("90m")',
    'datetime("2026-06-14T23:00:00Z") < datetime("2026-06-15")',
    'duration("11h1ms") > context.now.durationSince(resource.at)',
    'duration("11h") >= context.now.durationSince(resource.at)',
    'duration("-11h") == resource.at.durationSince(context.now)',
  ])('%s is so, and not the other way round', (when) => {
    const row: JsonObject = { id: 'n', way: 'a', limit: 1, at: '2026-06-14T13:00:00Z', day: '2026-06-14' }
    const subject: Subject = { id: 'p', roles: [], attributes: {}, asked: { nowMs: day, style: 'rest' } }
    const holds = (condition: string) => {
      const { rules, diagnostics } = compiled(condition)
      expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
      return rules.some((rule) => !rule.when || evaluate(rule.when, row, subject) === true)
    }
    expect([holds(when), holds(`!(${when})`)]).toEqual([true, false])
  })

  test.each([
    ['principal in Role::"r2"', 'there is no role `r2`'],
    ['principal in Role::"R1"', 'there is no role `R1`'],
    ['!(principal in [Role::"r1", Role::"boss"])', 'It has r1'],
    ['context.stile == "rest"', 'It has style, address'],
    ['context.now == "2026-01-01T00:00:00Z"', 'Write `datetime("2026-01-01T00:00:00Z")`'],
    ['context.now < resource.day', 'a date with `context.today`'],
    ['context.now', 'This comparison of time'],
    ['resource.at.offset(duration("1 day")) > context.now', 'duration("1d12h")'],
    ['resource.at.offset(24) > context.now', 'resource.bookedAt.offset(duration("24h"))'],
    ['resource.at < datetime("2026-02-30")', 'datetime("2026-03-31")'],
    ['resource.day < datetime("2026-03-31T10:00:00Z")', 'Write the date alone'],
    ['resource.day.offset(duration("36h")) < context.today', 'Add whole days'],
    ['resource.at.offset(duration("400000d")) < context.now', 'shorter'],
    ['resource.at.offset(duration("200000d")).offset(duration("200000d")) < context.now', 'shorter'],
    ['context.now.durationSince(resource.at).toHours() < 24', 'duration("24h")'],
    ['resource.at.toDate() == context.today', 'context.today'],
    ['resource.way < datetime("2026-03-31")', 'Write `resource.endsAt > context.now`'],
    ['resource.at > "2026-03-31"', 'Write `datetime("2026-03-31")`'],
    ['principal.credential == "api_key"', 'Did you mean `api-key`?'],
    ['["jwt", "sms"].contains(principal.credential)', 'It is one of jwt, oauth2, api-key'],
    ['context.style == "grapql"', 'Did you mean `graphql`?'],
    ['["rest", "soup"].contains(context.style)', 'Did you mean `soap`?'],
    ['context.style != "mcp"', 'It is one of rest, graphql, soap.'],
    ['principal.credentials == "jwt"', 'Did you mean `principal.credential`?'],
    ['context == "rest"', 'Comparing rows'],
  ])('%s is told', (when, help) => {
    expect(told(when).join()).toContain(help)
  })

  test('what may be missing is asked for with `has`, also where it would forbid', () => {
    expect(told('context.address == "10.0.0.1"').join()).toContain('cedar-type')
    expect(told('principal.strongAge < 900').join()).toContain('cedar-type')
    expect(told('context.address == "10.0.0.1"', '{}', 'forbid').join()).toContain('forbid-can-err')
    expect(told('context.style == "rest"', '{}', 'forbid')).toEqual([])
  })

  test('an attribute that the charter declares goes before', () => {
    const { rules } = compiled('principal.credential == "a"', '{ credential: { type: text, required: true } }')
    expect(rules[0]?.when).toMatchObject({ left: { kind: 'principal', name: 'credential' } })
    const { when } = compiled('principal.credential == "jwt"').rules[0] ?? {}
    expect(when).toMatchObject({ left: { name: 'call.credential' } })
  })
})

test('a policy of a role that there is not is refused, as its forbid would forbid nobody', () => {
  const { charter } = parseCharter({
    'charter.yaml': `charter: 1
name: loans
access: { roles: [clerk, intern] }
entities:
  Loan: { key: id, fields: { id: text }, allow: { intern: { do: [read] } } }
policies: forbid(principal in Role::"interm", action == Action::"Loan.read", resource);
`,
  })
  const found = charter ? compileAccess(charter).diagnostics : []
  expect(found.map(({ code, message, hint }) => `${code}: ${message} ${hint}`)).toEqual([
    'cedar-type: This does not fit the charter: there is no role `interm`. Did you mean `intern`?',
  ])
})
