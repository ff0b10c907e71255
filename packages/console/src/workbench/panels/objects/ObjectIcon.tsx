/** The shape of an object, drawn as on the button of the tool that makes it. */
import type { Annotation } from "../../editor/label/annotation.ts"
import { box } from "../../tools/box/box.ts"
import { cuboid } from "../../tools/cuboid/cuboid.ts"
import { brush } from "../../tools/paint/paint.ts"
import { polygon, polyline } from "../../tools/path/path.ts"
import { point } from "../../tools/point/point.ts"
import classes from "./objects.module.css"

const icons: { readonly [type: string]: string } = {
  bbox: box.icon,
  polygon: polygon.icon,
  polyline: polyline.icon,
  point: point.icon,
  cuboid: cuboid.icon,
  "cuboid-sync": cuboid.icon,
}

/** An area of a bitmap and a set of points have no type: they are painted. */
export const ObjectIcon = ({ source }: Pick<Annotation, "source">) => {
  const type = String(source.type)
  return (
    <svg className={classes.icon} viewBox="0 0 24 24" aria-hidden="true" data-shape={type}>
      <path d={Object.hasOwn(icons, type) ? icons[type] : brush.icon} />
    </svg>
  )
}
