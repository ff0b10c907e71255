/**
 * The switches of a dataset's workflow, by the names of the API. `enable_3d_region_of_interest` is none of them: the API
 * keeps a region as it was sent, in a form of the sender, so that the workbench has nothing to show.
 */
import type { Wire } from "../../api/client.ts"

type Dataset = Wire<"Dataset">

export const flagGroups = {
  work: [
    "enable_skip_labeling",
    "enable_skip_reviewing",
    "enable_save_button",
    "enable_confirm_on_submit",
    "enable_ratings",
    "enable_label_status_verified",
    "enable_prelabeling",
  ],
  tracks: [
    "enable_interpolation",
    "use_timestamps_for_interpolation",
    "enable_extrapolation",
    "enable_same_dimensions_track_constraint",
  ],
  space: ["enable_3d_cuboid_rotation"],
  links: ["enable_object_linking", "enable_object_link_category_restrictions"],
} as const satisfies { readonly [Group in string]: ReadonlyArray<keyof Dataset> }

export type FlagGroup = keyof typeof flagGroups
export type Flag = (typeof flagGroups)[FlagGroup][number]
export type Flags = { readonly [Name in Flag]: boolean }

export const flagGroupNames: ReadonlyArray<FlagGroup> = ["work", "tracks", "space", "links"]

/** New datasets begin with these. */
export const initialFlags: Flags = {
  enable_skip_labeling: true,
  enable_skip_reviewing: false,
  enable_save_button: false,
  enable_confirm_on_submit: false,
  enable_ratings: false,
  enable_label_status_verified: false,
  enable_prelabeling: false,
  enable_interpolation: true,
  use_timestamps_for_interpolation: false,
  enable_extrapolation: false,
  enable_same_dimensions_track_constraint: false,
  enable_3d_cuboid_rotation: false,
  enable_object_linking: false,
  enable_object_link_category_restrictions: false,
}

/** The switches of a dataset. */
export const pickFlags = (dataset: Flags): Flags =>
  // Cast: `fromEntries` forgets which keys there are.
  Object.fromEntries(
    flagGroupNames.flatMap((group) => flagGroups[group].map((name) => [name, dataset[name]])),
  ) as Flags
