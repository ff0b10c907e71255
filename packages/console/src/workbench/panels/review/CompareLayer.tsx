/** The reviewed version over the label: what is gone in red, what is changed as it was, what is new in green. */
import { type Annotation, isDrawn } from "../../editor/label/annotation.ts"
import { formatOutlinePath } from "../../stages/image/outlinePath.ts"
import type { Comparison } from "./compare.ts"
import classes from "./review.module.css"

export const CompareLayer = ({ comparison }: { readonly comparison: Comparison }) => (
  <g>
    <Outlines change="added" annotations={comparison.added} />
    <Outlines change="changed" annotations={comparison.changed} />
    <Outlines change="removed" annotations={comparison.removed} />
  </g>
)

interface OutlinesProps {
  readonly change: keyof Comparison
  readonly annotations: ReadonlyArray<Annotation>
}

const Outlines = ({ annotations, change }: OutlinesProps) =>
  annotations.filter(isDrawn).map((annotation) => {
    const path = formatOutlinePath(annotation)
    return (
      <g key={annotation.key}>
        <path d={path} className={classes.casing} />
        <path d={path} className={classes.before} data-change={change} />
      </g>
    )
  })
