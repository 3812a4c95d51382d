import { readFileSync } from 'node:fs'
import { draftCharter } from './src/index.ts'
const base = 'A shop has orders. An order has a number, a margin, a price and a status, which is offered, sold or cancelled. Managers manage orders. Clerks may read orders. '
for (const line of readFileSync('/tmp/d/lines.txt', 'utf8').split('\n').filter(Boolean)) {
  const r: any = draftCharter(line.startsWith('!') ? line.slice(1) : base + line)
  const text: string = r.document ?? r.text ?? r.yaml ?? JSON.stringify(r)
  const allow = text.split('\n').filter((l) => /roles:|^\s+(manager|clerk|staff|all|auditor|[a-z-]+): ?(\{ do|\[|- \{)|\{ do:|reveal|hide/.test(l)).map((l) => l.trim())
  console.log('##', line, '\n   ', allow.join('\n    '), '\n   ?', (r.questions ?? []).map((q: any) => q.text ?? q.question ?? JSON.stringify(q)).join('\n   ? '))
}
