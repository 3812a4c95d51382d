import type { Attack } from './attack.ts'

const charter = `charter: 1
name: pay
version: 1.0.0
serves: [rest]
sources: { main: { own: sqlite } }
access:
  accepts: [jwt]
  roles: [clerk, payroll]
entities:
  Person:
    key: id
    fields:
      id: { type: uuid, default: generated }
      ssn: { type: text, length: 1..20, unique: true }
      pin: { type: text, length: 1..20, optional: true, reveal: pay, mask: { last: 4 } }
      salary: { type: int32, optional: true, reveal: pay }
      bonus: { type: int32, default: 0 }
    checks: { modest: { rule: bonus <= salary, message: A bonus is at most the salary. } }
    allow:
      clerk: { do: [create, read, list, update] }
      payroll: { do: [create, read, list, update], reveal: [pay] }
`

export const attacks: readonly Attack[] = [
  {
    name: 'check-tells-salary',
    holds: 'whether a bonus is taken tells nobody the salary that they may not see',
    finding: 'B12',
    charter,
    play: async ({ ask, token }) => {
      const [clerk, payroll] = [await token(['clerk']), await token(['payroll'])]
      const made = await ask('POST', '/api/v1/people', { token: payroll, body: { ssn: 'c1', salary: 5000 } })
      if (made.status !== 201) return `could not create: ${made.status} ${made.text}`
      const answers = []
      for (const bonus of [4000, 6000])
        answers.push(
          await ask('PATCH', `/api/v1/people/${made.json.id}`, {
            token: clerk,
            body: { bonus },
            headers: { 'content-type': 'application/merge-patch+json' },
          }),
        )
      const [low, high] = answers.map(({ status, json }) => `${status} ${JSON.stringify(json?.errors)}`)
      return low === high ? null : `4000: ${low}; 6000: ${high}`
    },
  },
  {
    name: 'undone-guesses',
    holds: 'guesses in an atomic batch that is undone are each on record',
    finding: 'B12',
    charter,
    isAlone: true,
    play: async ({ ask, token, record }) => {
      const clerk = await token(['clerk'])
      await ask('POST', '/api/v1/people', { token: clerk, body: { ssn: 'known' } })
      const calls = ['1', '2', '3', 'known'].map((ssn) => ({ operation: 'Person.create', value: { ssn } }))
      const answer = await ask('POST', '/api/v1/batch', { token: clerk, body: { atomic: true, calls } })
      const outcomes = (await record()).map(({ outcome }) => outcome)
      const undone = outcomes.filter((outcome) => outcome === 'undone').length
      return undone === 3 && outcomes.includes('conflict') ? null : `${answer.status}: on record ${outcomes.join()}`
    },
  },
]
