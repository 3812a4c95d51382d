import { memoryOf } from '@charter/runtime'

/** What is made of a text, kept per text, as a service says the same statements again and again. */
export const oncePerText = <Made>(make: (text: string) => Made): ((text: string) => Made) => {
  const known = memoryOf<Made>({ most: 5000, room: 4_000_000 })
  return (text) => known.get(text) ?? known.keep(text, make(text))
}
