/** It does not go on; the message says why. */
export class NotDeployed extends Error {
  override readonly name = 'NotDeployed'
}
