/** A cuboid of two metres each way; two of them intersect when they are less than that apart. */
export const cuboid = (id: number, x: number) => ({
  id,
  category_id: 1,
  type: "cuboid",
  position: { x, y: 0, z: 0 },
  dimensions: { x: 2, y: 2, z: 2 },
  yaw: 0,
})
