/** The ontology file that the documents refer to: the configuration of the dataset. */

import type { Node } from "../files/Node.ts"
import { readCategory, readDefinitions, toSkeletonJson } from "../model/configuration.ts"
import type { Dataset } from "../model/Dataset.ts"

export const ontologyPath = "ontology.json"

export const printOntology = (dataset: Dataset): string => {
  const { categories, description, imageAttributes, name, taskType } = dataset
  const document = {
    name,
    description,
    task_type: taskType,
    classes: categories.map(({ attributes, color, hasInstances, id, name: category, skeleton }) => ({
      name: category,
      id,
      ...(color !== null && { color }),
      has_instances: hasInstances,
      attributes,
      ...(skeleton && { skeleton: toSkeletonJson(skeleton) }),
    })),
    frame_attributes: imageAttributes,
  }
  return `${JSON.stringify(document, null, 2)}\n`
}

export const readOntology = (document: Node): Dataset => ({
  name: document.at("name").text(),
  description: document.at("description").or("", (found) => found.text()),
  taskType: document.at("task_type").text(),
  categories: document.at("classes").items().map(readCategory),
  imageAttributes: readDefinitions(document.at("frame_attributes")),
})
