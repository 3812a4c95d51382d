import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { casesIn, judgeEdit } from './testing/judge-edit.ts'

test('figures', () => {
  const out: string[] = []
  const figures: Record<string, Record<string, number>> = {}
  for (const file of ['relations', 'removals', 'rules', 'rights', 'refusals', 'more'])
    for (const one of casesIn(file)) {
      const unseen = file !== 'more' && (createHash('sha1').update(one.say).digest()[0] ?? 0) % 3 === 0
      const { verdict, about } = judgeEdit(one)
      const f = (figures[unseen ? 'unseen' : 'seen'] ??= {})
      f[verdict] = (f[verdict] ?? 0) + 1
      if (verdict !== 'right' && verdict !== 'refused' && (!unseen || process.env.UNSEEN))
        out.push(`${verdict} ${file} [${one.on}] ${one.say}\n` + about.map((a) => `      ${a}`).join('\n'))
    }
  out.sort((a, b) => (a < b ? 1 : -1))
  writeFileSync(process.env.OUT ?? '/tmp/edit-figures.txt', JSON.stringify(figures) + '\n' + out.join('\n') + '\n')
  expect(1).toBe(1)
}, 120_000)
