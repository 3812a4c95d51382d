import { parseArgs } from 'node:util'
import { connectors } from '@charter/connectors'
import { linesOf, namedOutside } from './own-lines.ts'

const usage = `Usage: npm run connectors -- [--lines] [--stat] [--json]

For each database: how many lines are its own and how many it shares with others (--lines), and which files outside its folder
name it, which are those that a change touches that adds one (--stat). Tests and what they need are left out. Without either, both.
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

const beside = 'packages/connectors/src'
const shared = linesOf('packages/sql/src')
const found = connectors.map(({ name, title }) => ({
  name,
  title,
  lines: linesOf(`${beside}/${name}`),
  kit: shared,
  touches: namedOutside(new RegExp(`['"\`/ ]${name}['"\`/.]`, 'i'), [`${beside}/${name}`], beside),
}))

if (asked.json) console.log(JSON.stringify(found, null, 2))
else
  for (const { title, lines, touches } of found) {
    console.log(
      isAll || asked.lines
        ? `${title.padEnd(12)} ${String(lines).padStart(6)} lines of its own, ${shared} of the kit`
        : title,
    )
    if (isAll || asked.stat) for (const path of touches) console.log(`             ${path}`)
  }
