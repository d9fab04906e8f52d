// Files that somebody brings: chosen, dropped, or in folders. Which of them are records is told by their names.

/** A file, and the name that it is told by: with its folders. */
export interface Brought {
  name: string;
  file: File;
}

/** What was brought, and how many of the files are of no kind that holds games. */
export interface Gathered {
  files: Brought[];
  aside: number;
}

/** As many files as are taken at once: a folder of the whole disk is a mistake. */
const MOST_FILES = 100_000;

/** What a file chooser offers. */
export const accepted = ".sgf,.lib,.psq,.zip,.mgt,.txt";
const known = /\.(?:sgf|lib|psq|zip|mgt|txt)$/i;
/** What systems leave in folders, which nobody brings on purpose. */
const hidden = /(?:^|\/)(?:\.|__MACOSX\/|Thumbs\.db$|desktop\.ini$)/;

/** Those of the files that may hold games, in the order of their names. */
function sorted(files: Iterable<Brought>): Gathered {
  const all = [...files].filter(({ name }) => !hidden.test(name));
  const kept = all.filter(({ name, file }) => known.test(name) && file.size > 0);
  kept.sort((a, b) => (a.name < b.name ? -1 : 1));
  return { files: kept, aside: all.length - kept.length };
}

/** What a file chooser gives, of files or of a folder. */
export const chosen = (files: Iterable<File>): Gathered =>
  sorted([...files].map((file) => ({ name: file.webkitRelativePath || file.name, file })));

/** What is dropped: files, and all that is in folders. */
export async function dropped(data: DataTransfer): Promise<Gathered> {
  // The list is emptied as soon as anything is waited for.
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

/** All that is in a folder, which browsers tell a hundred at a time. */
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
