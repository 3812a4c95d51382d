import { expect, test } from 'vitest'
import { type Diff, markdownOfDiff, type Widening } from './index.ts'
import { markdownCode, markdownWords } from './markdown-text.ts'

const nothing: Diff = { structure: [], styles: { rest: [] }, access: [], widenings: [] }
const widening: Widening = {
  id: 'Patient.ssn:pharmacist:read:0a1b2c3d',
  kind: 'sees',
  entity: 'Patient',
  field: 'ssn',
  class: 'pii',
  roles: ['pharmacist'],
  ways: ['read'],
  isCertain: true,
  before: 'no',
  after: 'resource.a == "x" || resource.b == "y"',
}
const markdown = (diff: Partial<Diff>, accepted: readonly string[] = []) =>
  markdownOfDiff(
    { ...nothing, ...diff },
    {
      name: 'clinic',
      accepted: new Set(accepted),
      accepting: (ids) => `charter diff a b ${ids.map((id) => `--accept ${id}`).join(' ')}`,
    },
  )

test('nothing changed is one line', () => {
  expect(markdown({})).toBe('### Charter clinic\n\nNothing changes.\n')
})

test('the verdict first, then what breaks, what widens with the command, who gains, what else', () => {
  const diff: Partial<Diff> = {
    styles: {
      rest: [
        { about: 'A.b', sentence: 'b is gone.', severity: 'breaking' },
        { about: 'A.c', sentence: 'c is new.', severity: 'additive' },
      ],
      soap: [],
    },
    widenings: [widening],
    access: [
      {
        kind: 'gains',
        role: 'pharmacist',
        entity: 'Patient',
        operation: 'read',
        before: { kind: 'no' },
        after: { kind: 'yes' },
      },
    ],
    structure: [{ kind: 'renamed', what: 'field', about: 'A.b', was: 'A.a', details: ['type: x → y'] }],
  }
  expect(markdown(diff)).toBe(`### Charter clinic

**1 widening of classified fields has to be accepted.** Clients of rest break.

#### What breaks clients

**rest**

| what | for clients |
|---|---|
| \`A.b\` | b is gone. |

#### What widens on classified fields

|  | who sees more of what | before → after | id |
|---|---|---|---|
| **open** | pharmacist may now read \`Patient.ssn\` (pii) | \`no\` → \`resource.a == "x" \\|\\| resource.b == "y"\` | \`Patient.ssn:pharmacist:read:0a1b2c3d\` |

Whoever answers for these fields accepts them by id:

\`\`\`sh
charter diff a b --accept Patient.ssn:pharmacist:read:0a1b2c3d
\`\`\`

#### Who gains or loses what

| role |  | what | before → after |
|---|---|---|---|
| pharmacist | gains | \`Patient.read\` | \`no\` → \`yes\` |

<details>
<summary>1 addition that no client has to know</summary>

| style | what | for clients |
|---|---|---|
| rest | \`A.c\` | c is new. |

</details>

#### What else changed

- renamed field \`A.a\` → \`A.b\`: \`type: x → y\`
`)
})

test('what was accepted is shown as accepted, and asks for nothing', () => {
  const text = markdown({ widenings: [widening] }, [widening.id])
  expect(text).toContain('**1 widening of classified fields, accepted.** No client breaks.')
  expect(text).toContain('| accepted | pharmacist may now read')
  expect(text).not.toContain('--accept')
})

test('many rows are folded away under how many they are', () => {
  const breaks = Array.from({ length: 13 }, (_, at) => ({
    about: `A.f${at}`,
    sentence: 'It is gone.',
    severity: 'breaking' as const,
  }))
  expect(markdown({ styles: { rest: breaks } })).toContain(
    '<details>\n<summary>rest: 13 changes that clients notice</summary>\n\n| what |',
  )
})

test.each([
  ['<img src=x onerror=alert(1)>', '&lt;img src=x onerror=alert(1)&gt;'],
  ['[a](http://b.example) ![c](d)', '\\[a\\](http:\u200b//b.example) !\\[c\\](d)'],
  ['**bold** _and_ `code` ~~gone~~', '\\*\\*bold\\*\\* \\_and\\_ \\`code\\` \\~\\~gone\\~\\~'],
  ['a | b', 'a \\| b'],
  ['a\n\n# heading\n| row |', 'a # heading \\| row \\|'],
  ['thanks @everyone, fixes #12 and GH-3', 'thanks @\u200beveryone, fixes #\u200b12 and GH\u200b-3'],
  ['&lt;b&gt;', '&amp;lt;b&amp;gt;'],
  ['safe \u202eelif.exe', 'safe \ufffdelif.exe'],
  ['a\u0007b', 'a\ufffdb'],
])('%j is said as the words that it is', (text, said) => expect(markdownWords(text)).toBe(said))

test.each([
  ['a|b', '`a\\|b`'],
  ['`', '`` ` ``'],
  ['a ``b`` c', '```a ``b`` c```'],
  ['a\nb', '`a b`'],
  ['', '` `'],
])('%j is one code span in a cell', (text, span) => expect(markdownCode(text, { isCell: true })).toBe(span))

test('no sentence of a charter makes markup or a further row', () => {
  const hostile = '</summary></details><script>x</script> | `a` |\n| b | @team\n```\n# c'
  const text = markdown({
    styles: { rest: [{ about: hostile, sentence: hostile, severity: 'breaking' }] },
    structure: [{ kind: 'changed', what: 'section', about: 'title', details: [hostile] }],
  })
  const outsideCode = text.replaceAll(/(`+)(?!`).*?[^`]\1(?!`)/g, '')
  expect(outsideCode).not.toMatch(/<script|<\/|(?<!\\)`|@t/)
  expect(text.split('\n').filter((line) => line.startsWith('| ')).length).toBe(2)
})
