/** A platform that cannot be backed up, restored or moved as asked: a sentence that says where, and what to do. */
export class CareFault extends Error {
  override readonly name = 'CareFault'
}
