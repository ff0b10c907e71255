/** Attributes by which Datumaro, or our files for it, say what its annotations have no fields for. */

export const trackKey = "track_id"
export const keyframeKey = "keyframe"
/** Of a box about its center, in degrees, clockwise as seen: as Datumaro has it from CVAT. */
export const rotationKey = "rotation"
/** The attribute of a group, which Datumaro has as a field. */
export const groupKey = "group_id"
/** The type of the exact shape, in our own files. */
export const shapeKey = "annotary_shape"

/** Types of Datumaro that decide what a dataset consists of. */
export const isMask = (type: string): boolean => type === "mask"
export const isCuboid = (type: string): boolean => type === "cuboid_3d"
