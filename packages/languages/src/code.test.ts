import { describe, expect, test } from 'vitest'
import { code, imported, importedType, joined, sourceFile } from './code.ts'

describe('code', () => {
  test('what is placed inside is indented by where it stands', () => {
    const inner = code`
      if (a) {
        b()
      }
    `
    expect(
      code`
      function f() {
        ${inner}
      }
    `.text,
    ).toBe('function f() {\n  if (a) {\n    b()\n  }\n}')
  })

  test('arrays are lines, and lines of nothing vanish', () => {
    expect(
      code`
      start
      ${['one', null, 'two']}
      ${null}
      ${[]}
      end ${false}
    `.text,
    ).toBe('start\none\ntwo\nend ')
  })

  test('imports are merged and sorted, types marked', () => {
    const body = code`
      use(${imported('./b.ts', 'b')}, ${importedType('./b.ts', 'B')}, ${importedType('node:fs', 'Stats')}, ${joined([imported('pkg', 'x'), 'y'], ' + ')})
    `
    expect(sourceFile('// Header.', body)).toBe(
      "// Header.\n\nimport type { Stats } from 'node:fs'\nimport { x } from 'pkg'\nimport { b, type B } from './b.ts'\n\nuse(b, B, Stats, x + y)\n",
    )
  })

  test('backticks and dollars in a template can be escaped', () => {
    expect(code`const a = \`\${b}\``.text).toBe(['const a = `$', '{b}`'].join(''))
  })
})
