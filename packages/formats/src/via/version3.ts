/** Version 3 of VIA: a project with files, views of them, attributes and metadata by their ids, or its table. */
import type { Losses } from "../carry/Losses.ts"
import { readFewRows } from "../files/csv.ts"
import { parseJson } from "../files/json.ts"
import { readLines } from "../files/lines.ts"
import { Node } from "../files/Node.ts"
import { PartReader } from "../files/PartReader.ts"
import type { Source } from "../files/Source.ts"
import type { AttributeValue } from "../model/Scene.ts"
import { readShapeList } from "./shapes.ts"
import type { ViaDefinition, ViaDocument, ViaImage, ViaRegion } from "./ViaImage.ts"

interface Attribute3 extends ViaDefinition {
  readonly name: string
  readonly isCheckbox: boolean
  readonly options: ReadonlyMap<string, string>
}

type Attributes3 = ReadonlyMap<string, Attribute3>

/** The numbers of the types of attributes. */
const [checkbox, radio, select] = [2, 3, 4]

const readAttributes3 = (node: Node): Attributes3 =>
  new Map(
    node.keys().map((id) => {
      const own = node.at(id)
      const options = own
        .at("options")
        .or([], (list) => list.keys().map((key) => [key, list.at(key).toWord()] as const))
      const type = own.at("type").value
      return [
        id,
        {
          name: own.at("aname").text(),
          isCheckbox: type === checkbox,
          isChoice: type === radio || type === select,
          options: new Map(options),
          values: options.map(([, name]) => name),
        },
      ]
    }),
  )

/** Values are ids of options, which a checkbox separates by commas, or texts. Others are counted. */
const readValues = (
  node: Node,
  attributes: Attributes3,
  losses: Losses,
): Readonly<Record<string, AttributeValue>> => {
  const parts = new PartReader(losses, "attribute-value")
  return Object.fromEntries(
    node.keys().flatMap((id) => {
      const text = parts.read(() => node.at(id).toWord())
      if (text === undefined) return []
      const attribute = attributes.get(id)
      const nameOption = (option: string) => attribute?.options.get(option) ?? option
      const value = attribute?.isCheckbox === true ? text.split(",").filter((part) => part !== "") : text
      return [[attribute?.name ?? id, typeof value === "string" ? nameOption(value) : value.map(nameOption)]]
    }),
  )
}

/** Of regions. */
const toDefinitions = (attributes: Attributes3, used: ReadonlySet<string>) =>
  new Map([...attributes.values()].filter(({ name }) => used.has(name)).map((own) => [own.name, own]))

type Growing = ViaImage & { readonly regions: Array<ViaRegion>; attributes: Record<string, AttributeValue> }

/** Adds metadata of a view to its image: those without a shape are of the image. Parts of videos are counted. */
const addMetadata = (
  image: Growing,
  { av, place, xy, z }: { readonly place: Node; readonly xy: Node; readonly z: Node; readonly av: Node },
  attributes: Attributes3,
  losses: Losses,
): void => {
  if (z.items().length > 0) {
    losses.add("unreadable", `${place.place}: a part of a video`)
    return
  }
  const values = readValues(av, attributes, losses)
  if (xy.items().length === 0) Object.assign(image.attributes, values)
  else image.regions.push({ place: place.place, shape: readShapeList(xy), attributes: values })
}

const imageType = 2

export const readVersion3 = (document: Node, losses: Losses): ViaDocument => {
  const attributes = readAttributes3(document.at("attribute"))
  const images = new Map<string, Growing>()
  const views = document.at("view")
  const parts = new PartReader(losses)
  for (const id of views.keys())
    parts.read(() => {
      const view = views.at(id)
      const files = view.at("fid_list").items()
      const [first, ...others] = files
      if (first === undefined) return
      if (others.length > 0) view.fail(`has ${files.length} files; views of one image can be read.`)
      const file = document.at("file").at(first.toWord())
      const type = file.at("type").value
      if (type !== imageType) file.fail(`has the type ${String(type)}; images, of type 2, can be read.`)
      images.set(id, { name: findName(file, document), place: file.place, attributes: {}, regions: [] })
    })
  parts.checkAny()
  const metadata = document.at("metadata")
  for (const id of metadata.keys())
    parts.read(() => {
      const place = metadata.at(id)
      const image = images.get(place.at("vid").toWord())
      if (image === undefined) place.fail("is of a view without an image.")
      else
        addMetadata(
          image,
          { place, xy: place.at("xy"), z: place.at("z"), av: place.at("av") },
          attributes,
          losses,
        )
    })
  return toDocument([...images.values()], attributes)
}

const toDocument = (images: ReadonlyArray<ViaImage>, attributes: Attributes3): ViaDocument => {
  const used = new Set(images.flatMap(({ regions }) => regions.flatMap((own) => Object.keys(own.attributes))))
  return { images, definitions: toDefinitions(attributes, used) }
}

const [remote, inline] = [2, 4]

/** The source with the prefix of its location; a local file, and one inside the project, are known by their names. */
const findName = (file: Node, document: Node): string => {
  const name = file.at("fname").text()
  const location = file.at("loc").value
  const source = file.at("src").value
  if (location === inline || typeof source !== "string" || source === "") return name
  const prefix = document
    .at("config")
    .or("", (config) =>
      config
        .at("file")
        .or("", (own) =>
          own.at("loc_prefix").or("", (all) => all.at(String(location)).or("", (one) => one.text())),
        ),
    )
  return location === remote || prefix !== "" ? `${prefix}${source}` : source
}

const [mark, header] = ["# Exported using VGG Image Annotator", "# CSV_HEADER = "]

export const isTable3 = (head: string): boolean =>
  head.startsWith(mark) && /^# CSV_HEADER = .*\bspatial_coordinates\b/m.test(head)

export const readTable3 = async (source: Source, path: string, losses: Losses): Promise<ViaDocument> => {
  const { attributes, columns } = await readComments(source, path)
  const [fileAt = -1, zAt = -1, xyAt = -1, avAt = -1] = [
    "file_list",
    "temporal_coordinates",
    "spatial_coordinates",
    "metadata",
  ].map((name) => columns.indexOf(name))
  const images = new Map<string, Growing>()
  const parts = new PartReader(losses)
  for await (const { cells, line } of readFewRows(source, path, { comment: "#" })) {
    const place = new Node(undefined, `${path} line ${line}`)
    const readCell = (at: number) => new Node(parseJson(cells[at] ?? "", place.place), place.place)
    parts.read(() => {
      const files = readCell(fileAt).items()
      const [first, ...others] = files
      if (first === undefined || others.length > 0)
        return place.fail(`has ${files.length} files; rows of one image can be read.`)
      const name = first.text()
      const image = images.get(name) ?? { name, place: place.place, attributes: {}, regions: [] }
      images.set(name, image)
      addMetadata(
        image,
        { place, xy: readCell(xyAt), z: readCell(zAt), av: readCell(avAt) },
        attributes,
        losses,
      )
    })
  }
  return toDocument([...images.values()], attributes)
}

const readComments = async (source: Source, path: string) => {
  let attributes: Attributes3 = new Map()
  let columns: ReadonlyArray<string> = []
  for await (const { number, text } of readLines(source, path)) {
    if (!text.startsWith("#")) break
    const place = `${path} line ${number}`
    const printedAttribute = /^# ATTRIBUTE = (.*)$/.exec(text)?.[1]
    if (printedAttribute !== undefined)
      attributes = readAttributes3(new Node(parseJson(printedAttribute, place), place))
    if (text.startsWith(header)) columns = text.slice(header.length).split(",")
  }
  return { attributes, columns }
}
