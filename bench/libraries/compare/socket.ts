import { parseExact } from '@charter/runtime'
import { type Comparison, requireSame } from '../comparison.ts'
import type { Peers } from '../peers.ts'

/** An answer of 50 rows, as the database spelled it. */
const answer = JSON.stringify({
  data: {
    patients: Array.from({ length: 50 }, (_, at) => ({
      id: `0198f0c0-0000-7000-8000-0000000000${10 + at}`,
      name: `Ada Lovelace the ${at}th`,
      ward: 'east',
      birthDate: '1815-12-10',
    })),
  },
})

/** The message of an answer: ours puts its text into the message, graphql-ws is given values and writes them. */
export const socketComparison = ({ socketMessage }: Peers): Comparison => {
  const ours = () => `{"type":"next","id":${JSON.stringify('7')},"payload":${answer}}`
  const library = () => socketMessage('7', parseExact(answer))
  requireSame('message', JSON.parse(ours()).payload, JSON.parse(library()).payload)
  return { name: 'a GraphQL answer of 50 rows sent', by: { ours: 'ours', library: 'graphql-ws' }, ours, library }
}
