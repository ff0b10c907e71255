/** The words of the fields of a dataset, which the new dataset and the settings share. */
export default {
  name: "Name",
  nameHint: "1 to 100 letters, digits, dots, underscores or hyphens, starting with a letter or digit.",
  nameWrong: "Use 1 to 100 letters, digits, dots, underscores or hyphens, and start with a letter or digit.",
  description: "Description",
  descriptionHint: "One or two sentences, shown in lists of datasets.",
  category: "Category",
  categoryHint: "What the data shows.",
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
  private: { name: "Private", text: "Only you, collaborators and members of the organization can see it." },
  public: {
    name: "Public",
    text: "Everyone who can sign in can see and clone the samples and labels.",
  },
  data: "Data",
  kinds: { images: "Images", pointclouds: "Point clouds", sensors: "Multiple sensors" },
  taskType: "Task type",
  taskTypes: {
    bboxes: { name: "Bounding boxes", text: "Find and count objects in single images with rectangles." },
    vector: {
      name: "Vector shapes",
      text: "Draw boxes, polygons, polylines and points in single images, for exact outlines and lines.",
    },
    keypoints: { name: "Keypoints", text: "Mark single points, such as joints or facial landmarks." },
    "image-vector-sequence": {
      name: "Vector shapes in sequences",
      text: "Track boxes and other shapes through the frames of a video, with interpolation.",
    },
    "segmentation-bitmap": {
      name: "Segmentation",
      text: "Assign every pixel of an image to a category or an object, with brush and fill tools.",
    },
    "segmentation-bitmap-highres": {
      name: "Segmentation in large images",
      text: "Segment images of many megapixels, such as satellite images.",
    },
    "image-segmentation-sequence": {
      name: "Segmentation in sequences",
      text: "Assign the pixels of each video frame to objects that are tracked through the frames.",
    },
    "pointcloud-cuboid": {
      name: "Cuboids",
      text: "Draw 3D boxes with position, size and heading around objects in single scans.",
    },
    "pointcloud-cuboid-sequence": {
      name: "Cuboids in sequences",
      text: "Track cuboids through the scans of a drive, with interpolation.",
    },
    "pointcloud-vector": {
      name: "Vector shapes in 3D",
      text: "Draw polygons, polylines and points in single scans, such as curbs and lane markings for maps.",
    },
    "pointcloud-vector-sequence": {
      name: "Vector shapes in 3D sequences",
      text: "Track polygons, polylines and points through the scans of a drive.",
    },
    "pointcloud-segmentation": {
      name: "Point segmentation",
      text: "Assign every point of a scan to a category or an object.",
    },
    "pointcloud-segmentation-sequence": {
      name: "Point segmentation in sequences",
      text: "Assign the points of each scan to objects that are tracked through the scans.",
    },
    "multisensor-sequence": {
      name: "Cameras and lidar combined",
      text: "Label the same objects in the point clouds and camera images of a drive. Each sensor has its own task type.",
    },
  },
  flagGroups: { work: "Labeling and reviewing", tracks: "Tracks", space: "3D", links: "Links" },
  flags: {
    enable_skip_labeling: {
      name: "Skip labeling",
      text: "Labelers can skip samples that they cannot label.",
    },
    enable_skip_reviewing: { name: "Skip reviewing", text: "Reviewers can skip labels without a decision." },
    enable_save_button: {
      name: "Save button",
      text: "Labelers can save their work and continue later, without submitting.",
    },
    enable_confirm_on_submit: {
      name: "Confirm before submitting",
      text: "The workbench asks for confirmation before a label is submitted.",
    },
    enable_ratings: { name: "Ratings", text: "Reviewers can rate labels with one to five stars." },
    enable_label_status_verified: {
      name: "Verified labels",
      text: "Managers can mark reviewed labels as verified, the final status of a label.",
    },
    enable_prelabeling: {
      name: "Labels of models",
      text: "Samples without a label wait for a model in a queue of its own, also those that exist now. People do not wait for it.",
    },
    enable_interpolation: {
      name: "Interpolation",
      text: "Shapes between two keyframes of a track are computed.",
    },
    use_timestamps_for_interpolation: {
      name: "Interpolate by time",
      text: "Uses the timestamps of frames instead of their numbers.",
    },
    enable_extrapolation: {
      name: "Extrapolation",
      text: "A track stays where its last keyframe is until somebody ends it, as in CVAT.",
    },
    enable_same_dimensions_track_constraint: {
      name: "One size per track",
      text: "A cuboid keeps the same size in all frames of its track.",
    },
    enable_3d_cuboid_rotation: {
      name: "Rotation about all axes",
      text: "Cuboids can have pitch and roll in addition to heading.",
    },
    enable_object_linking: { name: "Links", text: "Labelers can link objects that belong together." },
    enable_object_link_category_restrictions: {
      name: "Links by category",
      text: "Objects can only be linked between categories that the configuration allows.",
    },
  },
} as const
