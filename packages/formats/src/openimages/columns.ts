/** The columns of a table of boxes. */

/** 1 or 0, or -1 for what nobody looked at. */
export const booleanColumns = ["IsOccluded", "IsTruncated", "IsGroupOf", "IsDepiction", "IsInside"] as const

export const boxColumns = [
  "ImageID",
  "Source",
  "LabelName",
  "Confidence",
  "XMin",
  "XMax",
  "YMin",
  "YMax",
  ...booleanColumns,
] as const

export const imageColumns = [
  "ImageID",
  "Subset",
  "OriginalURL",
  "OriginalLandingURL",
  "License",
  "AuthorProfileURL",
  "Author",
  "Title",
  "OriginalSize",
  "OriginalMD5",
  "Thumbnail300KURL",
  "Rotation",
] as const
