import { code, imported, importedType, sourceFile } from '../../code.ts'
import type { EmitContext } from '../emit-context.ts'
import { equal, testCase } from './given.ts'

/** `test/service/values.test.ts`: what is read as a value of each type, as JSON and as a pattern, and what is not. */
export const valuesTest = ({ header }: EmitContext): string =>
  sourceFile(
    header,
    code`
      type Case = readonly [type: ${importedType('../../src/runtime/index.ts', 'Type')}, value: unknown, expected: unknown]

      const pair: Type = {
        kind: 'record',
        members: [
          { name: 'a', type: { kind: 'text' }, isOptional: false },
          { name: 'b', type: { kind: 'int32' }, isOptional: true },
          { name: 'c', type: { kind: 'int32' }, isOptional: false, default: { kind: 'value', value: 7 } },
        ],
      }
      const either: Type = { kind: 'union', tag: 'kind', variants: { one: [{ name: 'a', type: { kind: 'text' }, isOptional: false }] } }

      /** A value and what it becomes. */
      const taken: readonly Case[] = [
        [{ kind: 'text' }, '', ''],
        [{ kind: 'text', lengthMin: 1, lengthMax: 2 }, '𝄞𝄞', '𝄞𝄞'],
        [{ kind: 'text', lengthMax: 1 }, '\\uffff', '\\uffff'],
        [{ kind: 'text', pattern: '[a-c]+' }, 'abc', 'abc'],
        ...['a@b.example', "o'hara+x@mail.b-c.example"].map((value): Case => [{ kind: 'text', format: 'email' }, value, value]),
        ...['urn:x', 'https://a.example/?q=%20#f'].map((value): Case => [{ kind: 'text', format: 'uri' }, value, value]),
        [{ kind: 'text', format: 'phone' }, '+14155550100', '+14155550100'],
        [{ kind: 'text', format: 'hostname' }, 'a-b.example', 'a-b.example'],
        [{ kind: 'text', format: 'country' }, 'NL', 'NL'],
        [{ kind: 'text', format: 'currency' }, 'EUR', 'EUR'],
        ...['127.0.0.1', '255.249.199.9', '::', '::1', '1::', '1:2:3:4:5:6:7:8', '::ffff:10.0.0.1', '1:2:3:4:5:6:1.2.3.4', 'fe80::a'].map((value): Case => [{ kind: 'text', format: 'ip' }, value, value]),
        [{ kind: 'int32' }, 2_147_483_647, 2_147_483_647],
        [{ kind: 'int32' }, -2_147_483_648, -2_147_483_648],
        [{ kind: 'int32', min: 1, max: 3 }, 1, 1],
        [{ kind: 'int32', min: 1, max: 3 }, 3, 3],
        [{ kind: 'int64' }, '9223372036854775807', '9223372036854775807'],
        [{ kind: 'int64' }, '-9223372036854775808', '-9223372036854775808'],
        [{ kind: 'int64' }, '-0', '0'],
        [{ kind: 'decimal', precision: 4, scale: 2 }, 7.5, '7.50'],
        [{ kind: 'int64' }, 7, '7'],
        [{ kind: 'int64', isNumber: true }, 9_007_199_254_740_991, 9_007_199_254_740_991],
        [{ kind: 'float64', min: 0 }, 0.1, 0.1],
        [{ kind: 'decimal', precision: 4, scale: 2 }, '99.9', '99.90'],
        [{ kind: 'decimal', precision: 4, scale: 2 }, '-0.5', '-0.50'],
        [{ kind: 'decimal', precision: 2, scale: 2 }, '0.25', '0.25'],
        [{ kind: 'decimal', precision: 3, scale: 0 }, '120', '120'],
        [{ kind: 'decimal', precision: 4, scale: 2, min: '1', max: '2' }, '1.00', '1.00'],
        [{ kind: 'decimal', precision: 4, scale: 2, min: '1', max: '2' }, '2', '2.00'],
        [{ kind: 'boolean' }, false, false],
        [{ kind: 'enum', values: ['a', 'b'] }, 'b', 'b'],
        [{ kind: 'uuid' }, '0190f5c6-7b1e-7c3a-9a55-3f2d5e8b1c4d', '0190f5c6-7b1e-7c3a-9a55-3f2d5e8b1c4d'],
        ...['', 'AA==', 'AAA=', 'AAAA', '//8='].map((value): Case => [{ kind: 'bytes' }, value, value]),
        ...['2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31', '2023-11-30', '2023-01-31'].map((value): Case => [{ kind: 'date' }, value, value]),
        [{ kind: 'date', min: 'today', max: 'today' }, '2026-06-15', '2026-06-15'],
        [{ kind: 'time' }, '23:59:59.120', '23:59:59.12'],
        [{ kind: 'dateTime' }, '2026-06-15T00:00:00.000', '2026-06-15T00:00:00'],
        [{ kind: 'instant' }, '2026-06-15T12:00:00.5Z', '2026-06-15T12:00:00.5Z'],
        [{ kind: 'instant', max: 'now' }, '2026-06-15T12:00:00Z', '2026-06-15T12:00:00Z'],
        [{ kind: 'instant', min: 'now' }, '2026-06-15T12:00:00.1Z', '2026-06-15T12:00:00.1Z'],
        ...([['PT90S', 'PT1M30S'], ['P1DT25H', 'P2DT1H'], ['-PT0.50S', '-PT0.5S'], ['PT0S', 'PT0S'], ['P1D', 'P1D']] as const).map(([value, expected]): Case => [{ kind: 'duration' }, value, expected]),
        [{ kind: 'array', items: { kind: 'int32' }, lengthMin: 1, lengthMax: 2 }, [1, 2], [1, 2]],
        [{ kind: 'vector', size: 2 }, [0.5, 1], [0.5, 1]],
        [{ kind: 'map', values: { kind: 'boolean' }, lengthMax: 1 }, { a: true }, { a: true }],
        [{ kind: 'json' }, { any: [null] }, { any: [null] }],
        [pair, { a: 'x' }, { a: 'x', b: null, c: 7 }],
        [pair, { a: 'x', b: 1, c: 2 }, { a: 'x', b: 1, c: 2 }],
        [either, { kind: 'one', a: 'x' }, { kind: 'one', a: 'x' }],
        [{ kind: 'named', name: 'Pair' }, { a: 'x', b: 1 }, { a: 'x', b: 1, c: 7 }],
      ]

      /** A value and the codes of what is wrong with it, each after where it is. */
      const refused: readonly Case[] = [
        [{ kind: 'text' }, 7, [' wrong-type']],
        [{ kind: 'text' }, 'a\\u0000b', [' format']],
        [{ kind: 'text' }, 'a\\ud800', [' format']],
        [{ kind: 'text', lengthMin: 1 }, '', [' too-short']],
        [{ kind: 'text', lengthMin: 2 }, '𝄞', [' too-short']],
        [{ kind: 'text', lengthMax: 1 }, '𝄞a', [' too-long']],
        [{ kind: 'text', lengthMax: 1 }, '\\uffffa', [' too-long']],
        [{ kind: 'text', pattern: '[a-c]+' }, 'abcd', [' pattern']],
        ...['a', 'a@b', '@b.example', 'a b@c.example', 'a@-b.example'].map((value): Case => [{ kind: 'text', format: 'email' }, value, [' format']]),
        ...['//a.example', 'a b', '1:x', 'x:'].map((value): Case => [{ kind: 'text', format: 'uri' }, value, [' format']]),
        ...['14155550100', '+0123456', '+1'].map((value): Case => [{ kind: 'text', format: 'phone' }, value, [' format']]),
        ...['-a', 'a..b', 'a_b'].map((value): Case => [{ kind: 'text', format: 'hostname' }, value, [' format']]),
        [{ kind: 'text', format: 'country' }, 'nl', [' format']],
        [{ kind: 'text', format: 'currency' }, 'EU', [' format']],
        ...['127.0.0', '256.1.1.1', '1.1.1.1.1', ':', '1::2::3', '1:2:3:4:5:6:7', '1:2:3:4:5:6:7:8:9', '1:2:3:4:5:6:7::8', '12345::', '::1.2.3', '::1.2.3.256', '1.2.3.4::', '1.2.3.4:1::', 'g::', '1:2:3:4:5:6:7:1.2.3.4', '1:2:3:4:5:1.2.3.4', 'x'].map((value): Case => [{ kind: 'text', format: 'ip' }, value, [' format']]),
        [{ kind: 'int32' }, '7', [' wrong-type']],
        [{ kind: 'int32' }, 1.5, [' wrong-type']],
        [{ kind: 'int32' }, 2_147_483_648, [' too-large']],
        [{ kind: 'int32' }, -2_147_483_649, [' too-small']],
        [{ kind: 'int32', min: 1, max: 3 }, 0, [' too-small']],
        [{ kind: 'int32', min: 1, max: 3 }, 4, [' too-large']],
        [{ kind: 'int64' }, true, [' wrong-type']],
        [{ kind: 'int64' }, 1.5, [' format']],
        ...['', '1.0', '01', '+1', '1e3', '10000000000000000000'].map((value): Case => [{ kind: 'int64' }, value, [' format']]),
        [{ kind: 'int64' }, '9223372036854775808', [' too-large']],
        [{ kind: 'int64' }, '-9223372036854775809', [' too-small']],
        [{ kind: 'int64', min: '0', max: '9' }, '-1', [' too-small']],
        [{ kind: 'int64', min: '0', max: '9' }, '10', [' too-large']],
        [{ kind: 'int64', isNumber: true }, '7', [' wrong-type']],
        [{ kind: 'int64', isNumber: true }, 1.5, [' wrong-type']],
        [{ kind: 'float64' }, '1', [' wrong-type']],
        [{ kind: 'float64', min: 0, max: 1 }, -0.1, [' too-small']],
        [{ kind: 'float64', min: 0, max: 1 }, 1.1, [' too-large']],
        [{ kind: 'decimal', precision: 4, scale: 2 }, true, [' wrong-type']],
        ...['', '1.', '.5', '01', '1e2', '+1', 'x'].map((value): Case => [{ kind: 'decimal', precision: 4, scale: 2 }, value, [' format']]),
        [{ kind: 'decimal', precision: 4, scale: 2 }, '1.111', [' digits']],
        [{ kind: 'decimal', precision: 4, scale: 2 }, '100', [' digits']],
        [{ kind: 'decimal', precision: 4, scale: 2, min: '1', max: '2' }, '0.99', [' too-small']],
        [{ kind: 'decimal', precision: 4, scale: 2, min: '1', max: '2' }, '2.01', [' too-large']],
        [{ kind: 'boolean' }, 'true', [' wrong-type']],
        [{ kind: 'enum', values: ['a', 'b'] }, 'c', [' not-in-enum']],
        [{ kind: 'enum', values: ['a', 'b'] }, 1, [' wrong-type']],
        ...['0190F5C6-7B1E-7C3A-9A55-3F2D5E8B1C4D', '0190f5c6', ''].map((value): Case => [{ kind: 'uuid' }, value, [' format']]),
        ...['A', 'AA', 'AB==', 'AAB=', 'AA=A', 'AA-_', 'AAAA\\n'].map((value): Case => [{ kind: 'bytes' }, value, [' format']]),
        [{ kind: 'bytes', lengthMax: 2 }, 'AAAA', [' too-long']],
        ...['2023-02-29', '1900-02-29', '2026-13-01', '2026-00-01', '2026-04-31', '2026-01-00', '2026-01-32', '0000-01-01', '26-01-01', '2026-1-1'].map((value): Case => [{ kind: 'date' }, value, [' format']]),
        [{ kind: 'date', min: 'today' }, '2026-06-14', [' too-small']],
        [{ kind: 'date', max: 'today' }, '2026-06-16', [' too-large']],
        [{ kind: 'date', min: '2026-01-01', max: '2026-01-02' }, '2025-12-31', [' too-small']],
        [{ kind: 'date', min: '2026-01-01', max: '2026-01-02' }, '2026-01-03', [' too-large']],
        ...['24:00:00', '23:60:00', '23:59:60', '12:00', '12:00:00Z', '12:00:00.1234567'].map((value): Case => [{ kind: 'time' }, value, [' format']]),
        ...['2026-06-15 12:00:00', '2026-06-15T12:00:00Z', '2026-02-30T12:00:00', '2026-06-15T25:00:00'].map((value): Case => [{ kind: 'dateTime' }, value, [' format']]),
        ...['2026-06-15T12:00:00', '2026-06-15T12:00:00+00:00', '2026-06-15T23:59:60Z', '2026-02-30T12:00:00Z'].map((value): Case => [{ kind: 'instant' }, value, [' format']]),
        [{ kind: 'instant', max: 'now' }, '2026-06-15T12:00:00.1Z', [' too-large']],
        [{ kind: 'instant', min: 'now' }, '2026-06-15T11:59:59.9Z', [' too-small']],
        ...['P', 'PT', 'P1DT', 'P1Y', 'P1M', '1D', 'PT1.5H', 'PT0.1234567S'].map((value): Case => [{ kind: 'duration' }, value, [' format']]),
        [{ kind: 'array', items: { kind: 'int32' }, lengthMin: 1, lengthMax: 2 }, [], [' too-short']],
        [{ kind: 'array', items: { kind: 'int32' }, lengthMin: 1, lengthMax: 2 }, [1, 2, 3], [' too-long']],
        [{ kind: 'array', items: { kind: 'int32' } }, ['x', 1, null], ['/0 wrong-type', '/2 null']],
        [{ kind: 'array', items: { kind: 'int32' } }, { length: 0 }, [' wrong-type']],
        [{ kind: 'vector', size: 2 }, [1], [' too-short']],
        [{ kind: 'vector', size: 2 }, [1, 2, 3], [' too-long']],
        [{ kind: 'map', values: { kind: 'boolean' }, lengthMax: 1 }, { a: true, b: true }, [' too-long']],
        [{ kind: 'map', values: { kind: 'boolean' } }, { 'a/b': 1 }, ['/a~1b wrong-type']],
        ...[[], 'x', 7].flatMap((value): Case[] => [
          [{ kind: 'map', values: { kind: 'boolean' } }, value, [' wrong-type']],
          [pair, value, [' wrong-type']],
          [either, value, [' wrong-type']],
        ]),
        [pair, {}, ['/a required']],
        [pair, { a: null }, ['/a null']],
        [pair, { a: 'x', c: null }, ['/c null']],
        [pair, { a: 'x', d: 1 }, ['/d unknown']],
        [pair, { a: 'x', toString: 1 }, ['/toString unknown']],
        [either, { kind: 'two' }, ['/kind not-in-enum']],
        [either, { kind: 'toString' }, ['/kind not-in-enum']],
        [either, { a: 'x' }, ['/kind not-in-enum']],
        [either, { kind: 'one' }, ['/a required']],
      ]

      const read = (type: Type, value: unknown) => {
        const reading = ${imported('../../src/runtime/index.ts', 'readingAt')}('2026-06-15T12:00:00Z', { Pair: pair })
        return { value: ${imported('../../src/runtime/index.ts', 'readValue')}(type, value as ${importedType('../../src/runtime/index.ts', 'Json')}, '', reading), errors: [...reading.errors].map(({ path, code }) => \`\${path} \${code}\`) }
      }

      ${testCase(
        'a value of each type is taken, in one spelling',
        code`
        for (const [type, value, expected] of taken) ${equal}([type, value, read(type, value)], [type, value, { value: expected, errors: [] }])
      `,
      )}
      ${testCase(
        'what is no value of its type is refused, with where and why',
        code`
        for (const [type, value, errors] of refused) ${equal}([type, value, read(type, value).errors], [type, value, errors])
      `,
      )}
      ${testCase(
        'JSON is read strictly, and nothing is changed in silence',
        code`
        const same = ['null', ' [1,\\t-2.5e3, "\\\\u00e9\\\\n\\\\"" ]\\r\\n', '{"a":{"b":[{}]},"c":true,"d":false}', '""', '[9007199254740991,0.1,0e-9]', '"𝄞"', \`1\${'0'.repeat(22)}\`]
        for (const text of same) ${equal}([text, ${imported('../../src/runtime/index.ts', 'parseJson')}(text)], [text, { value: JSON.parse(text) }])
        const broken = ['', '{', '[', '"', '{"a"}', '{"a" 1}', '{"a":1 "b":2}', '{"a":1,}', '{a:1}', '{1:1}', '[1 2]', '[1,]', '[,]', '01', '1.', '.5', '+1', '-', '1e', 'tru', 'nul', '"\\\\x"', '"\\\\u12g4"', '"\\\\u12', '"a\\nb"', '"\\u0001"', '1 1', '{} {}', '\\u00a0{}', '\\ufeff{}', '//x\\n{}', 'NaN', "'a'"]
        for (const text of broken) {
          const parsed = parseJson(text)
          ${equal}([text, 'errors' in parsed && parsed.errors.map(({ path, code }) => \`\${path} \${code}\`)], [text, [' format']])
        }
        const changed: readonly (readonly [string, readonly string[]])[] = [
          ['{"a":1,"a":2}', ['/a duplicate']],
          ['{"a":1,"\\\\u0061":2}', ['/a duplicate']],
          ['{"__proto__":1,"__proto__":2}', ['/__proto__ duplicate']],
          ['[{"a/b":9007199254740993}]', []],
          ['[0.1000000000000000055]', []],
          ['1e400', []],
          ['[{"a/b":1e1001}]', ['/0/a~1b digits']],
          ['9'.repeat(1001), [' digits']],
          [\`[\${'1,'.repeat(3)}1]\`, []],
        ]
        for (const [text, errors] of changed) {
          const parsed = parseJson(text)
          ${equal}([text, 'errors' in parsed ? parsed.errors.map(({ path, code }) => \`\${path} \${code}\`) : []], [text, errors])
        }
        for (const depth of [64, 65]) {
          const parsed = parseJson('['.repeat(depth) + ']'.repeat(depth))
          ${equal}([depth, 'errors' in parsed], [depth, depth > 64])
        }
        ${equal}('errors' in parseJson('{"a":[1]}', { depthMax: 1 }), true)
      `,
      )}
      ${testCase(
        'a pattern of like is matched as SQL does',
        code`
        const patterns: readonly (readonly [string, string, boolean])[] = [
          ['a%', 'abc', true],
          ['%c', 'abc', true],
          ['%b%', 'abc', true],
          ['a%b%c', 'aXbXc', true],
          ['a%b%c', 'acb', false],
          ['ab%bc', 'abc', false],
          ['ab%b%bc', 'abbc', false],
          ['a%xy%b', 'axb', false],
          ['a%bc%c', 'abc', false],
          ['a%a', 'a', false],
          ['_', '𝄞', true],
          ['_', 'ab', false],
          ['%_', '', false],
          ['%_𝄞', 'x𝄞', true],
          ['', '', true],
          ['', 'a', false],
          ['%', '', true],
          ['A', 'a', false],
          ['\\\\%', '%', true],
          ['\\\\%', 'a', false],
          ['a\\\\_', 'ab', false],
          ['\\\\', '\\\\', true],
          ['a\\\\', 'a\\\\', true],
          ['\\\\\\\\', '\\\\', true],
          ['%abab%', 'aabab', true],
          ['%aab%', 'aaaab', true],
          ['%a_a%', 'xxaba', true],
          ['%a_a%', 'xxabb', false],
          ['%𝄞𝄢%', 'x𝄞𝄞𝄢', true],
        ]
        for (const [pattern, value, expected] of patterns)
          ${equal}([pattern, value, ${imported('../../src/runtime/index.ts', 'compileLike')}(pattern)(value)], [pattern, value, expected])
      `,
      )}
      ${testCase(
        'instants are told apart to the microsecond, from the first year to the last',
        code`
        for (const instant of ['0001-01-01T00:00:00Z', '1969-12-31T23:59:59.999999Z', '1970-01-01T00:00:00Z', '2024-02-29T12:30:00.000001Z', '9999-12-31T23:59:59.999999Z'])
          ${equal}(${imported('../../src/runtime/index.ts', 'instantOfMicros')}(${imported('../../src/runtime/index.ts', 'microsOf')}(instant)), instant)
        for (const micros of [microsOf('0001-01-01T00:00:00Z') - 1n, microsOf('9999-12-31T23:59:59.999999Z') + 1n])
          ${equal}(instantOfMicros(micros), undefined)
        ${equal}(['b', '𝄞', '\\uffff', 'a'].sort(${imported('../../src/runtime/index.ts', 'comparePoints')}), ['a', 'b', '\\uffff', '𝄞'])
      `,
      )}
    `,
  )
