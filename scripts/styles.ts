import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { styles } from '@charter/styles'
import { linesOf, namedOutside } from './own-lines.ts'

const usage = `Usage: npm run styles -- [--lines] [--stat] [--json]

For each style: how many lines are its own, and of them what generated services need beyond its transport (--lines); which files
outside its folders name it (--stat): what is of this style alone there, like a client, or a place that the next one has to be
added to. Tests and what they need are left out. Without either, both.
`

const { values: asked } = parseArgs({
  options: {
    lines: { type: 'boolean' },
    stat: { type: 'boolean' },
    json: { type: 'boolean' },
    help: { type: 'boolean' },
  },
})
if (asked.help) {
  console.log(usage)
  process.exit(0)
}
const isAll = !asked.lines && !asked.stat

const beside = 'packages/styles/src'
const foldersOf = (name: string): readonly string[] =>
  [beside, 'packages/languages/src/node'].map((folder) => `${folder}/${name}`).filter((folder) => existsSync(folder))

const found = styles.map(({ name, title }) => {
  const [own = '', ...emitting] = foldersOf(name)
  return {
    name,
    title,
    lines: linesOf(own),
    emitting: emitting.reduce((sum, folder) => sum + linesOf(folder), 0),
    touches: namedOutside(new RegExp(`['"\`/]${name}['"\`/.]`), [own, ...emitting], beside),
  }
})

if (asked.json) console.log(JSON.stringify(found, null, 2))
else
  for (const { title, lines, emitting, touches } of found) {
    console.log(
      isAll || asked.lines
        ? `${title.padEnd(12)} ${String(lines).padStart(6)} lines of its own, ${emitting} to generate it`
        : title,
    )
    if (isAll || asked.stat) for (const path of touches) console.log(`             ${path}`)
  }
