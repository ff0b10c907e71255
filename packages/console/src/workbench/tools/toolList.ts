/** The lists of the tools. A new one is a folder and a line here: its key, its button, its words and its hint are made from its entry. */
import { box } from "./box/box.ts"
import { cuboid } from "./cuboid/cuboid.ts"
import { brush, eraser, fill, lasso, rectangle } from "./paint/paint.ts"
import { area, polygon, polyline } from "./path/path.ts"
import { point } from "./point/point.ts"
import { select } from "./select/stepEdit.ts"
import { spacePoint, spacePolygon, spacePolyline } from "./spaceShapes/spaceShapes.ts"

/** In the order of the buttons and of the list of keys. */
export const imageTools = [box, polygon, polyline, point, brush, eraser, fill, area, select] as const
/** The tools of objects that are sets of points. */
export const pointTools = [lasso, rectangle] as const
/** The tools of shapes in a point cloud. */
export const spaceShapeTools = [spacePolygon, spacePolyline, spacePoint] as const
/** The tools of every point cloud whose objects are not sets of points. */
export const cuboidTools = [cuboid] as const
