import { expect, test } from 'vitest'
import { parse } from 'yaml'
import type { EmitContext } from '../emit-context.ts'
import { chartFile } from './chart-file.ts'

const chartOf = (description: string): unknown =>
  // Nothing else of it is asked for.
  parse(chartFile({ charter: { name: 'clinic', title: 'Clinic', version: '1.0.0', description } } as EmitContext))

test('a description is a text, whatever stands in it', () => {
  for (const description of ['one: two # three', 'a"\n- b', '\u0085\u2028\u007f\ufeff', '{{ .Values }}', '&a *b !c'])
    expect(chartOf(description)).toEqual({
      apiVersion: 'v2',
      name: 'clinic',
      description,
      type: 'application',
      version: '1.0.0',
      appVersion: '1.0.0',
    })
})
