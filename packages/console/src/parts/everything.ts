/** The pattern that everything matches. */
export const everything = '.*'
