/** Section 9: "20 hits per page". */
export declare const hitsPerPage = 20
/** Section 9: "7 recent searches when no favorites, otherwise 4". */
export declare const recentSearches: {
  readonly withoutFavorites: 7
  readonly withFavorites: 4
}
/** Section 9: "10 favorites". */
export declare const favoriteSearchesMost = 10
/** Section 9: "64-character query". */
export declare const queryCharsMost = 64
/** Section 9: "10 snippet words on desktop, 5 at 768 px or narrower". */
export declare const snippetWords: {
  readonly wide: 10
  readonly narrow: 5
  readonly narrowAtMostPixels: 768
}
/** Section 9: "hit groups default 5 items". */
export declare const hitsPerGroup = 5
/** Section 9: "stall threshold 300 ms". */
export declare const stallMilliseconds = 300
/** Section 9: "no-results suggestions at most 3". */
export declare const suggestionsMost = 3
/** Section 9: "Client timeouts: connect 1 s, read 2 s, write 30 s". */
export declare const clientTimeouts: {
  readonly connectMilliseconds: 1000
  readonly readMilliseconds: 2000
  readonly writeMilliseconds: 30000
}
/** Section 9: "a failed host is down for 2 minutes". */
export declare const hostDownMilliseconds: number
/** Section 9: "Progress bar appears after 200 ms of navigation". The framework's own value; a browser test holds it. */
export declare const progressBarMilliseconds = 200
/** Section 9: "Image zoom starts 1000 ms after load and each route update, closes at 40 px scroll offset". */
export declare const imageZoom: {
  readonly startMilliseconds: 1000
  readonly closeAtScrollPixels: 40
}
/** Section 9: "Desktop breakpoint 996 px": 996 is still a phone's layout. The framework's own value; a browser test holds it. */
export declare const mobileAtMostPixels = 996
/** Section 9: "Social card type summary-large-image". */
export declare const socialCardType = 'summary_large_image'
