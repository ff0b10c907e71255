/** The words of shapes that are drawn in point clouds. */
export const shapes = {
  label: "Shapes in the cloud",
  snapHint: "Sets vertices on the point under the pointer instead of the ground",
  vertices_one: "one vertex",
  vertices_other: "{{count}} vertices",
  vertex: "Vertex {{number}} of {{count}}",
  noVertex: "No vertex chosen",
  unknown: "unknown",
  addVertex: "Add a vertex",
  removeVertex: "Remove the vertex",
  hint: {
    polygon:
      "Press for each corner, and the first one again or Enter to finish. Backspace takes the last back.",
    polyline:
      "Press for each vertex, and the last one again or Enter to finish. Backspace takes the last back.",
    point: "Press to set a point.",
  },
  keys: "Without a pointer: {{moves}} move the cursor, {{sets}} sets a vertex.",
} as const
