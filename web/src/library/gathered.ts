// The files that the user chooses or drops, alone or in folders. Records are recognized by their names.

/** A file, and its name including the folders. */
export interface Brought {
  name: string;
  file: File;
}

/** The possible records, and the number of other files. */
export interface Gathered {
  files: Brought[];
  aside: number;
}

/** The maximum number of files: a folder with the whole disk is a mistake. */
const MOST_FILES = 100_000;

/** The file types of the file chooser. */
export const accepted = ".sgf,.lib,.psq,.gib,.ngf,.ugf,.ugi,.zip,.mgt,.txt";
const known = /\.(?:sgf|lib|psq|gib|ngf|ug[fi]|zip|mgt|txt)$/i;
/** System files in folders, which users never import on purpose. */
const hidden = /(?:^|\/)(?:\.|__MACOSX\/|Thumbs\.db$|desktop\.ini$)/;

/** The possible records among the files, sorted by name. */
function sorted(files: Iterable<Brought>): Gathered {
  const all = [...files].filter(({ name }) => !hidden.test(name));
  const kept = all.filter(({ name, file }) => known.test(name) && file.size > 0);
  kept.sort((a, b) => (a.name < b.name ? -1 : 1));
  return { files: kept, aside: all.length - kept.length };
}

/** The files from a file chooser, or from a folder. */
export const chosen = (files: Iterable<File>): Gathered =>
  sorted([...files].map((file) => ({ name: file.webkitRelativePath || file.name, file })));

/** The dropped files, including all in dropped folders. */
export async function dropped(data: DataTransfer): Promise<Gathered> {
  // The list is cleared at the first await.
  const entries = [...data.items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  if (entries.length === 0) return chosen(data.files);
  const found: Brought[] = [];
  for (const entry of entries) await gather(entry, found);
  return sorted(found);
}

async function gather(entry: FileSystemEntry, found: Brought[]): Promise<void> {
  if (found.length >= MOST_FILES) return;
  const name = entry.fullPath.replace(/^\//, "");
  if (isFile(entry)) {
    found.push({ name, file: await new Promise<File>((resolve, reject) => entry.file(resolve, reject)) });
  } else if (isFolder(entry)) {
    for (const inside of await entriesOf(entry)) await gather(inside, found);
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

/** The contents of a folder, which browsers return a hundred at a time. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return all;
    all.push(...some);
  }
}
