/** Whether every object has something of this name (`constructor`): where there is none of its own it has to be asked for that. */
export const isInherited = (member: string): boolean => member in Object.prototype
