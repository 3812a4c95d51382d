/** Makes room for one more among `max` things that are kept by name: what was put there longest ago goes. */
export const forgetOldest = <Name>(kept: Map<Name, unknown>, max: number): void => {
  for (const name of kept.keys()) {
    if (kept.size < max) return
    kept.delete(name)
  }
}
