import { bodyOf, call, clinician, codeOf, open } from './clinic.ts'

// A process of its own, which durability.test.ts kills: creates patients as fast as it can, four at a time, and says
// each one that was acknowledged, on a line of its own, before asking for the next.
const [folder = ''] = process.argv.slice(2)
const { service } = await open({ folder })
const write = async (lane: number): Promise<never> => {
  for (let at = 0; ; at++) {
    const name = `${process.pid}-${lane}-${at}`
    const outcome = await service.execute(
      call('Patient.create', clinician, { value: { name, birthDate: '1990-01-01', ward: 'north' } }),
    )
    if (codeOf(outcome) !== 'ok') throw new Error(JSON.stringify(outcome))
    process.stdout.write(`${name} ${String(bodyOf(outcome).id)}\n`)
  }
}
process.stdout.write('ready\n')
await Promise.all([0, 1, 2, 3].map(write))
