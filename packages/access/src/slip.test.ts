import { parseCharter } from '@charter/charter'
import { expect, test } from 'vitest'
import { compileAccess } from './compile.ts'

const before = `charter: 1
name: blood
access: { roles: [nurse], principal: { ward: { type: text, claim: ward, required: true } } }
entities:
  Donor:
    key: id
    fields:
      id: { type: uuid, default: generated }
      ward: text
      status: { type: enum, values: [new, old] }
      amount: { type: decimal, precision: 8, scale: 2 }
      count: int32
      nick: { type: text, optional: true }
      at: instant
      day: date
    allow:
      nurse:
        do: [read]
`

const told = (when: string) => {
  const { charter, diagnostics } = parseCharter({ 'charter.yaml': before + when })
  if (!charter) throw new Error(JSON.stringify(diagnostics))
  return compileAccess(charter).diagnostics.map(({ place, hint }) => [place.line, place.column, hint])
}

test.each([
  ['resource.ward == principal.ward and resource.count > 1', 33, 'Write `a && b`.'],
  ['resource.count > 1 OR resource.count < 0', 20, 'Write `a || b`.'],
  ['resource.ward = principal.ward', 15, 'Write `a == b`.'],
  ['resource.ward === principal.ward', 15, 'Write `a == b`.'],
  ['resource.ward <> principal.ward', 15, 'Write `a != b`.'],
  ['not resource.count == 1', 1, 'Write `!(a == b)`, or `a != b`.'],
  ["resource.status == 'new'", 20, 'Write `"new"`, and the whole condition in single quotes if YAML needs them.'],
  ['resource.status == new', 20, 'Text stands in double quotes: `"new"`.'],
  ['ward == principal.ward', 1, 'A field of the row is written `resource.ward`.'],
  ['Donor.ward == principal.ward', 1, 'The row is called `resource`: `resource.ward`.'],
  ['resource.ward == user.ward', 18, 'Who asks is called `principal`: `principal.id`.'],
  ['resource.wrd == principal.ward', 10, 'Did you mean `ward`?'],
  ['resource.ward == principal.wrd', 28, 'Did you mean `principal.ward`?'],
  [
    'resource.nick == null',
    15,
    'Whether there is a value is asked with `has`: `resource has nick`, or `!(resource has nick)` for none.',
  ],
  [
    'resource.nick is null',
    1,
    'Whether there is one is asked with `has`: `resource has nick`, or `!(resource has nick)`.',
  ],
  ['(resource.ward == principal.ward', 1, 'Write `)` at its end.'],
  ['resource.ward == principal.ward &&', 33, 'Say what comes after it, or leave it out.'],
  ['resource.status in ["new"]', 1, 'Write `["first", "second"].contains(resource.ward)`.'],
  ['now < resource.at', 1, 'The time of the call is `context.now`, its date `context.today`.'],
  ['resource.at > now()', 15, 'The time of the call is `context.now`, its date `context.today`.'],
  ['resource.at > CURRENT_TIMESTAMP', 15, 'The time of the call is `context.now`, its date `context.today`.'],
  ['resource.at.minus(duration("48h")) > context.now', 12, 'Write `.offset(duration("-48h"))`.'],
  ['resource.day == date("2026-03-31")', 17, 'Write `datetime("2026-03-31")`.'],
  ['resource.ward.startsWith("A")', 14, 'Write `resource.ward like "A*"`.'],
  ['hasRole("nurse")', 1, 'Write `principal in Role::"…"`.'],
  ['resource.day < today', 16, 'The date of the call is `context.today`, its time `context.now`.'],
  ['resource.day == "2026-03-31"', 17, 'Write `datetime("2026-03-31")`.'],
  ['resource.at == "2026-03-31T10:00:00.5Z"', 16, 'Write `datetime("2026-03-31T10:00:00.500Z")`.'],
  ['resource.at == "31.3.2026"', 16, 'Write `datetime("2026-03-31")`.'],
  ['resource.count == "3"', 1, 'Write a whole number without quotes, as in `12`.'],
])('%s', (when, column, hint) => {
  expect(told(`        when: ${when}\n`)).toEqual([[19, 14 + column, hint]])
})

test('a decimal is compared in one way, and every other one leads there', () => {
  const order =
    'Whole numbers (int32, and int64 with `min` and `max`), instants and dates have an order here: compare with `==` or `!=`, or keep in a field of its own what decides.'
  expect(told('        when: resource.amount == 12.5\n')[0]?.[2]).toContain(
    'compared as text, with `==` and `!=` alone',
  )
  expect(told('        when: resource.amount == 12\n')[0]?.[2]).toContain('as in `"12.50"`')
  expect(told('        when: resource.amount > 12\n')[0]?.[2]).toBe(order)
  expect(told('        when: resource.amount > "12.50"\n')[0]?.[2]).toBe(order)
  expect(told('        when: resource.amount == "12.50"\n')).toEqual([])
})

test('a place within a condition in quotes, and in a block', () => {
  expect(told('        when: \'resource.ward == "a" and true\'\n')[0]).toEqual([19, 37, 'Write `a && b`.'])
  expect(told('        when: |\n          resource.ward == "a" &&\n            resource.wrd == "b"\n')[0]).toEqual([
    21,
    22,
    'Did you mean `ward`?',
  ])
})
