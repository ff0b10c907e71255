/** The pictures of commands on buttons, as paths of 24 by 24. Apart from the table of keys, which every page loads. */
import type { CommandName } from "./commands.ts"

const edit = "M6 3l12 9-6 1-3 6z"
const polygon = "M12 3l8 6-3 10H7L4 9z"
const polyline = "M3 18L9 8l6 7 6-11"
const point = "M12 9a3 3 0 100 6 3 3 0 000-6zM12 2v4m0 12v4M2 12h4m12 0h4"

export const icons: { readonly [Name in CommandName]?: string } = {
  edit,
  lookAround: edit,
  box: "M4 6h16v12H4z",
  polygon,
  polyline,
  point,
  brush: "M20 4L10 14M9 13l3 3c-1 4-5 4-9 4 2-1 2-7 6-7z",
  eraser: "M9 20l-5-5L14 5l6 6-9 9zM9 10l6 6M9 20h11",
  lasso: "M12 4c5 0 8 2 8 5s-4 5-8 5-8-2-8-5 3-5 8-5zM6 13c-2 2 0 4 2 3s0 4-2 5",
  rectangle: "M4 5h3m3 0h4m3 0h3v3m0 3v2m0 3v3h-3m-3 0h-4m-3 0H4v-3m0-3v-2m0-3V5",
  fill: "M9 3l10 10-7 7-8-8 8-8M4 12h14M20 15c2 3 2 5 0 5s-2-2 0-5z",
  area: "M12 3l8 6-3 10H7L4 9zM8 10l3 8M12 7l4 10",
  cuboid: "M4 8l8-4 8 4v8l-8 4-8-4zM4 8l8 4 8-4M12 12v8",
  spacePolygon: polygon,
  spacePolyline: polyline,
  spacePoint: point,
}
