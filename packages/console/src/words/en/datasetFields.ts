/** The words of the fields of a dataset, which the new dataset and the settings share. */
export default {
  name: "Name",
  nameHint: "1 to 100 letters, digits, dots, underscores or hyphens. The first is a letter or digit.",
  nameWrong: "Use 1 to 100 letters, digits, dots, underscores or hyphens, and begin with a letter or digit.",
  description: "Description",
  descriptionHint: "One or two sentences for lists.",
  category: "Category",
  categoryHint: "The subject of the data.",
  categories: {
    street_scenery: "Street scenery",
    garden: "Garden",
    agriculture: "Agriculture",
    satellite: "Satellite",
    people: "People",
    medical: "Medical",
    fruit: "Fruit",
    other: "Other",
  },
  visibility: "Visibility",
  private: { name: "Private", text: "Only you, collaborators and members of the organization see it." },
  public: {
    name: "Public",
    text: "Everybody who can sign in sees the samples and labels, and may clone them.",
  },
  data: "Data",
  kinds: { images: "Images", pointclouds: "Point clouds", sensors: "Several sensors" },
  taskType: "Task type",
  taskTypes: {
    bboxes: { name: "Bounding boxes", text: "Find and count objects in single images with rectangles." },
    vector: {
      name: "Vector shapes",
      text: "Boxes, polygons, polylines and points in single images, for exact outlines and lines.",
    },
    keypoints: { name: "Keypoints", text: "Mark single points, such as joints or landmarks of a face." },
    "image-vector-sequence": {
      name: "Vector shapes in sequences",
      text: "Track boxes and other shapes through the frames of a video, with interpolation.",
    },
    "segmentation-bitmap": {
      name: "Segmentation",
      text: "Give every pixel of an image a category or an object with brush and fill.",
    },
    "segmentation-bitmap-highres": {
      name: "Segmentation of large images",
      text: "The same for images of many megapixels, such as satellite images.",
    },
    "image-segmentation-sequence": {
      name: "Segmentation in sequences",
      text: "Give every pixel of each frame of a video an object that keeps its identity.",
    },
    "pointcloud-cuboid": {
      name: "Cuboids",
      text: "Boxes with position, size and heading around objects in one scan.",
    },
    "pointcloud-cuboid-sequence": {
      name: "Cuboids in sequences",
      text: "Track cuboids through the scans of a drive, with interpolation.",
    },
    "pointcloud-vector": {
      name: "Vector shapes in 3D",
      text: "Polygons, polylines and points in one scan, such as kerbs and markings of a map.",
    },
    "pointcloud-vector-sequence": {
      name: "Vector shapes in 3D sequences",
      text: "The same over the scans of a drive.",
    },
    "pointcloud-segmentation": {
      name: "Point segmentation",
      text: "Give every point of a scan a category or an object.",
    },
    "pointcloud-segmentation-sequence": {
      name: "Point segmentation in sequences",
      text: "Give the points of each scan an object that keeps its identity.",
    },
    "multisensor-sequence": {
      name: "Cameras and lidar together",
      text: "Label the same objects in point clouds and camera images of a drive. Each sensor has its task.",
    },
  },
  flagGroups: { work: "Labeling and reviewing", tracks: "Tracks", space: "3D", links: "Links" },
  flags: {
    enable_skip_labeling: {
      name: "Skip labeling",
      text: "Labelers may skip a sample that they cannot label.",
    },
    enable_skip_reviewing: { name: "Skip reviewing", text: "Reviewers may skip a label without a decision." },
    enable_save_button: {
      name: "Save button",
      text: "Labelers may save and continue later without submitting.",
    },
    enable_confirm_on_submit: {
      name: "Confirm before submitting",
      text: "The workbench asks for confirmation before a label is submitted.",
    },
    enable_ratings: { name: "Ratings", text: "Reviewers give labels one to five stars." },
    enable_label_status_verified: {
      name: "Verified labels",
      text: "Managers may mark reviewed labels as verified, the last state of a label.",
    },
    enable_interpolation: {
      name: "Interpolation",
      text: "Shapes between two keyframes of a track are calculated.",
    },
    use_timestamps_for_interpolation: {
      name: "Interpolate by time",
      text: "By the timestamps of frames instead of their numbers.",
    },
    enable_extrapolation: {
      name: "Extrapolation",
      text: "A track continues its motion after its last keyframe.",
    },
    enable_same_dimensions_track_constraint: {
      name: "One size for each track",
      text: "A cuboid has the same size in all frames of its track.",
    },
    enable_3d_cuboid_rotation: {
      name: "Rotation about all axes",
      text: "Cuboids also have pitch and roll, not only a heading.",
    },
    enable_object_linking: { name: "Links", text: "Labelers may link objects that belong together." },
    enable_object_link_category_restrictions: {
      name: "Links by category",
      text: "Only links between categories that the configuration allows.",
    },
  },
} as const
