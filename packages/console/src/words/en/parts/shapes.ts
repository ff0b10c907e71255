/** The words of shapes that are drawn in point clouds. */
export const shapes = {
  label: "Shapes in the point cloud",
  snapHint: "Places vertices on the point under the pointer instead of the ground",
  vertices_one: "1 vertex",
  vertices_other: "{{count}} vertices",
  vertex: "Vertex {{number}} of {{count}}",
  noVertex: "No vertex selected",
  unknown: "unknown",
  addVertex: "Add vertex",
  removeVertex: "Remove vertex",
  keys: "Keyboard: {{moves}} move the cursor, {{sets}} places a vertex.",
} as const
