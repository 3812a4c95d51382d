import { generateService } from '@charter/project'
import { arrange, charters } from './charters.ts'
import { faults } from './judge/faults/index.ts'

for (const subject of charters) {
  const { loaded, charter } = await arrange(subject, 'sqlite')
  const { files } = await generateService(charter, 'node', loaded)
  for (const f of faults.filter((x) => x.in === subject.name)) {
    const text = files.find(({ path }) => path === f.file)?.text
    const n = text === undefined ? -1 : text.split(f.from).length - 1
    if (n !== 1) console.log(`${f.in} | ${f.name} | ${f.file} | ${n}\n   FROM ${f.from}\n   TO   ${f.to}`)
  }
}
