/** Which major version a charter is: `2` of 2.1.0. Two of them may serve one database, each as a service of its own. */
export const majorOf = ({ version }: { readonly version: string }): number => Number.parseInt(version, 10)
