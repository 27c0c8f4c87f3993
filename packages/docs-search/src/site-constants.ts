// Every number of the specification that concerns the documentation site, by name. Sections are those of the specification.

/** Section 9: "20 hits per page". */
export const hitsPerPage = 20
/** Section 9: "7 recent searches when no favorites, otherwise 4". */
export const recentSearches = { withoutFavorites: 7, withFavorites: 4 } as const
/** Section 9: "10 favorites". */
export const favoriteSearchesMost = 10
/** Section 9: "64-character query". */
export const queryCharsMost = 64
/** Section 9: "10 snippet words on desktop, 5 at 768 px or narrower". */
export const snippetWords = { wide: 10, narrow: 5, narrowAtMostPixels: 768 } as const
/** Section 9: "hit groups default 5 items". */
export const hitsPerGroup = 5
/** Section 9: "stall threshold 300 ms". */
export const stallMilliseconds = 300
/** Section 9: "no-results suggestions at most 3". */
export const suggestionsMost = 3
/** Section 9: "Client timeouts: connect 1 s, read 2 s, write 30 s". */
export const clientTimeouts = { connectMilliseconds: 1000, readMilliseconds: 2000, writeMilliseconds: 30_000 } as const
/** Section 9: "a failed host is down for 2 minutes". */
export const hostDownMilliseconds = 2 * 60 * 1000
/** Section 9: "Progress bar appears after 200 ms of navigation". The framework's own value; a browser test holds it. */
export const progressBarMilliseconds = 200
/** Section 9: "Image zoom starts 1000 ms after load and each route update, closes at 40 px scroll offset". */
export const imageZoom = { startMilliseconds: 1000, closeAtScrollPixels: 40 } as const
/** Section 9: "Desktop breakpoint 996 px": 996 is still a phone's layout. The framework's own value; a browser test holds it. */
export const mobileAtMostPixels = 996
/** Section 9: "Social card type summary-large-image". */
export const socialCardType = 'summary_large_image'
