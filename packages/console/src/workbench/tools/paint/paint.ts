/** The tools that paint bitmaps and points. The surfaces take their events. */
import { defineTool } from "../ToolEntry.ts"

export const brush = defineTool({
  name: "brush",
  command: "brush",
  scope: "painting",
  keys: ["b"],
  words: { en: "Brush", de: "Pinsel" },
  icon: "M20 4L10 14M9 13l3 3c-1 4-5 4-9 4 2-1 2-7 6-7z",
  offers: ({ family }) => family.bitmap || family.points === true,
  paints: true,
})

export const eraser = defineTool({
  name: "eraser",
  command: "eraser",
  scope: "painting",
  keys: ["x"],
  words: { en: "Eraser", de: "Radierer" },
  icon: "M9 20l-5-5L14 5l6 6-9 9zM9 10l6 6M9 20h11",
  offers: brush.offers,
  paints: true,
})

export const fill = defineTool({
  name: "fill",
  command: "fill",
  scope: "bitmap",
  keys: ["g"],
  words: { en: "Fill", de: "Füllen" },
  icon: "M9 3l10 10-7 7-8-8 8-8M4 12h14M20 15c2 3 2 5 0 5s-2-2 0-5z",
  offers: ({ family }) => family.bitmap,
  paints: true,
})

export const lasso = defineTool({
  name: "lasso",
  command: "lasso",
  scope: "points",
  keys: ["g"],
  words: { en: "Lasso", de: "Lasso" },
  icon: "M12 4c5 0 8 2 8 5s-4 5-8 5-8-2-8-5 3-5 8-5zM6 13c-2 2 0 4 2 3s0 4-2 5",
  offers: ({ family }) => family.points === true,
  paints: true,
})

export const rectangle = defineTool({
  name: "rectangle",
  command: "rectangle",
  scope: "points",
  keys: ["r"],
  words: { en: "Box selection", de: "Auswahlbox" },
  icon: "M4 5h3m3 0h4m3 0h3v3m0 3v2m0 3v3h-3m-3 0h-4m-3 0H4v-3m0-3v-2m0-3V5",
  offers: lasso.offers,
  paints: true,
})
