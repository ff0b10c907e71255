import { checkLabel } from "@annotary/core"

const configuration = {
  categories: [
    { id: 1, name: "car", attributes: [{ name: "colour", input_type: "text", is_mandatory: true }] },
  ],
  warning_rules: [{ name: "intersecting-cuboids" }],
} as const
const cuboid = (id: number, x: number) => ({
  id,
  category_id: 1,
  type: "cuboid",
  position: { x, y: 0, z: 0 },
  dimensions: { x: 4.5, y: 1.9, z: 1.6 },
  yaw: 0,
  attributes: { colour: "red" },
})

export const { warnings } = checkLabel({ annotations: [cuboid(1, 0), cuboid(2, 3)] }, configuration)
// [{ rule: "intersecting-cuboids", message: "Cuboids 1 and 2 intersect.", annotationIds: [1, 2], … }]
