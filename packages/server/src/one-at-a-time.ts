/** Does what is asked one after the other, each whatever became of the one before. */
export const oneAtATime = (): (<Result>(act: () => Promise<Result>) => Promise<Result>) => {
  let turn: Promise<unknown> = Promise.resolve()
  return (act) => {
    const done = turn.then(act)
    turn = done.catch(() => {})
    return done
  }
}
