import { verify, X509Certificate } from 'node:crypto'
import { tokenIn, verifyToken } from '../../../packages/ledger/src/witness/time-stamp/token.ts'
import { type Comparison, requireSame } from '../comparison.ts'
import type { Peers } from '../peers.ts'
import stamp from '../time-stamp.json' with { type: 'json' }

/** A token of a time-stamp authority (OpenSSL), its signature and certificate verified by node:crypto both times. */
export const timeStampComparison = ({ readToken }: Peers): Comparison => {
  const root = new X509Certificate(stamp.root)
  const token = tokenIn(Buffer.from(stamp.answer, 'base64')) ?? Buffer.alloc(0)
  const ours = () => verifyToken(token, [root]) !== null
  const library = () => {
    const { attributes, signature, certificates } = readToken(token)
    return certificates.some((bytes) => {
      const certificate = new X509Certificate(bytes)
      return certificate.verify(root.publicKey) && verify('sha256', attributes, certificate.publicKey, signature)
    })
  }
  requireSame('time stamp', [ours(), true], [library(), true])
  return { name: 'a time stamp verified', by: { ours: 'ours', library: 'pkijs' }, ours, library }
}
