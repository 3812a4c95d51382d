/** A backup that cannot be made, is not whole, or cannot be restored as asked: a sentence that says where, and what to do. */
export class BackupFault extends Error {
  override readonly name = 'BackupFault'
}
