/** A dataset to label in the browser. */
import type { TestServer } from "./server.ts"

/** What a dataset of the tests consists of. */
interface Options {
  readonly name: string
  readonly samples: number
  /** The name of the image of a sample; its number when absent. */
  readonly image?: (index: number) => string
  /** Further fields of the dataset, such as its task type. */
  readonly settings?: Readonly<Record<string, unknown>>
  /** Further fields of both categories. */
  readonly category?: Readonly<Record<string, unknown>>
  readonly collaborators: { readonly [username: string]: "labeler" | "reviewer" }
}

/** Makes a dataset of images with two categories, and returns its name with its owner. */
export const makeDataset = async (
  server: TestServer,
  { category, collaborators, image = String, name, samples, settings }: Options,
): Promise<string> => {
  await server.call("POST", "/user/datasets/", {
    name,
    description: "",
    category: "other",
    task_type: "vector",
    task_attributes: {
      format_version: "0.1",
      categories: [
        { id: 1, name: "car", color: [46, 160, 255], ...category },
        { id: 2, name: "person", color: [255, 120, 80], ...category },
      ],
    },
    // Of the tests that submit, few are about what holds a submission back.
    on_empty_label: "warn",
    on_open_issues: "warn",
    ...settings,
  })
  for (const [user, role] of Object.entries(collaborators))
    await server.call("POST", `/datasets/admin/${name}/collaborators/`, { user, role })
  const bodies = Array.from({ length: samples }, (_, index) => ({
    name: `image-${String(index).padStart(3, "0")}`,
    attributes: { image: { url: server.image(image(index)) } },
  }))
  await server.call("POST", `/datasets/admin/${name}/samples_bulk/`, bodies)
  return `admin/${name}`
}
