/** Stands where the theme would add languages to its highlighter. */
export const Prism = {}
