import { describe, expect, it } from "vitest";

import { Edits } from "../../lib/variations/edits.ts";
import type { TreeNode } from "../../lib/variations/tree.ts";
import type { StudyDone, StudyGrowth, StudyOp, StudyRequest, StudyTree } from "../../wire.ts";
import { SharedTree } from "./sharedtree.ts";

/** Pseudorandom numbers, the same in every run. */
function chance(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

interface Kept {
  id: number;
  parent: Kept | null;
  properties: string[][];
  children: Kept[];
}

const moveOf = (properties: readonly (readonly string[])[]): string =>
  properties.find(([id]) => id === "B" || id === "W")?.[1] ?? "";

/** A simple model of how the server handles commands. */
class Server {
  version = 0;
  readonly ops: StudyOp[] = [];
  readonly root: Kept = { id: 1, parent: null, properties: [["FF", "4"]], children: [] };
  #ids = 1;
  readonly #nodes = new Map<number, Kept>([[1, this.root]]);
  readonly #removed = new Map<number, { at: number; parent: number }>();
  readonly #answers = new Map<string, StudyDone>();

  /** Answers a command; null if it is refused. */
  take(request: StudyRequest): StudyDone | null {
    const answer = this.#answers.get(request.id!) ?? this.#do(request);
    if (answer) this.#answers.set(request.id!, answer);
    return answer;
  }

  get tree(): StudyTree {
    const all: Kept[] = [this.root];
    for (const node of all) all.push(...node.children);
    const nodes = all.map((n) => ({
      parent: n.parent ? all.indexOf(n.parent) : -1,
      move: moveOf(n.properties),
      toPlay: "",
      properties: n.properties,
    }));
    return {
      version: this.version,
      chapter: 1,
      record: { nodes } as unknown as StudyTree["record"],
      ids: all.map((n) => n.id),
    };
  }

  #lives(id: number): Kept | null {
    const node = this.#nodes.get(id);
    for (let n = node; n; n = n.parent ?? undefined) if (n === this.root) return node ?? null;
    return null;
  }

  #do(r: StudyRequest): StudyDone | null {
    const done = (op: Omit<StudyOp, "version" | "by" | "chapter">, nodes: number[] = []): StudyDone => {
      this.ops.push({ by: "", chapter: 1, ...op, version: ++this.version });
      return { id: r.id!, version: this.version, nodes };
    };
    if (r.type === "add") return this.#add(r, done);
    const removed = this.#removed.get(r.node!);
    if (r.type === "restore") {
      const parent = this.#lives(removed?.parent ?? 0);
      if (!removed || !parent) return null;
      this.#removed.delete(r.node!);
      const node = this.#nodes.get(r.node!)!;
      node.parent = parent;
      const at = Math.min(removed.at, parent.children.length);
      parent.children.splice(at, 0, node);
      return done({ kind: "add", node: parent.id, at, nodes: grown(node) });
    }
    const node = this.#lives(r.node!);
    if (!node) return null;
    if (r.type === "write") {
      for (const p of r.properties!) {
        const there = node.properties.findIndex(([id]) => id === p[0]);
        if (p.length === 1) node.properties = node.properties.filter(([id]) => id !== p[0]);
        else if (there < 0) node.properties = [...node.properties, p];
        else node.properties = node.properties.map((q, i) => (i === there ? p : q));
      }
      return done({ kind: "write", node: node.id, properties: r.properties! });
    }
    if (!node.parent) return null;
    const siblings = node.parent.children;
    const from = siblings.indexOf(node);
    siblings.splice(from, 1);
    if (r.type === "order") {
      const at = Math.min(r.at!, siblings.length);
      siblings.splice(at, 0, node);
      return done({ kind: "order", node: node.id, at });
    }
    this.#removed.set(node.id, { at: from, parent: node.parent.id });
    node.parent = null;
    return done({ kind: "remove", node: node.id });
  }

  #add(
    r: StudyRequest,
    done: (op: Omit<StudyOp, "version" | "by" | "chapter">, nodes: number[]) => StudyDone,
  ): StudyDone | null {
    const under = this.#lives(r.parent!);
    if (!under) return null;
    const made: Kept[] = [];
    const fresh: StudyGrowth[] = [];
    let place = { node: 0, at: 0 };
    r.nodes!.forEach(({ parent, properties }, i) => {
      const to = i === 0 ? under : made[parent]!;
      const move = moveOf(properties);
      const there = move ? to.children.find((c) => moveOf(c.properties) === move) : undefined;
      if (there) return void made.push(there);
      const node: Kept = { id: ++this.#ids, parent: to, properties, children: [] };
      const at = i === 0 && r.at! >= 0 ? Math.min(r.at!, to.children.length) : to.children.length;
      to.children.splice(at, 0, node);
      this.#nodes.set(node.id, node);
      if (fresh.length === 0) place = { node: to.id, at };
      fresh.push({ id: node.id, parent: to.id, move, properties });
      made.push(node);
    });
    const ids = made.map((n) => n.id);
    if (fresh.length === 0) return { id: r.id!, version: 0, nodes: ids };
    return done({ kind: "add", ...place, nodes: fresh }, ids);
  }
}

function grown(node: Kept): StudyGrowth[] {
  const all = [node];
  for (const n of all) all.push(...n.children);
  return all.map((n) => ({
    id: n.id,
    parent: n.parent!.id,
    move: moveOf(n.properties),
    properties: n.properties,
  }));
}

/** A client whose commands and messages are delayed. */
class Person {
  readonly tree: SharedTree;
  readonly edits: Edits;
  readonly #server: Server;
  #up: StudyRequest[] = [];
  #down: (() => void)[] = [];
  #heard: number;

  constructor(server: Server, name: string) {
    let commands = 0;
    this.#server = server;
    this.#heard = server.ops.length;
    this.tree = new SharedTree(server.tree, () => `${name}${++commands}`);
    this.tree.sharing = true;
    this.edits = new Edits(this.tree);
  }

  /** The server receives a command and answers, just before it broadcasts the op. */
  rise(): void {
    this.#up.push(...this.tree.outgoing());
    const request = this.#up.shift();
    if (!request) return;
    this.hear(this.#server.ops.length);
    const answer = this.#server.take(request);
    this.#down.push(() => (answer ? this.tree.done(answer) : this.tree.refused(request.id!)));
    this.hear(this.#server.ops.length);
  }

  /** Delivers the ops so far. */
  hear(upTo: number): void {
    const ops = this.#server.ops.slice(this.#heard, upTo);
    this.#heard = Math.max(this.#heard, upTo);
    if (ops.length > 0) this.#down.push(() => this.tree.receive(ops));
  }

  fall(): void {
    this.#down.shift()?.();
  }

  /** Loses what was in transit; the server sends what was missed, or all. */
  breakOff(again: boolean): void {
    this.#up = [];
    this.#down = [];
    this.tree.resend();
    if (again) this.tree.reload(this.#server.tree);
    this.#heard = this.tree.seen;
  }

  settle(): void {
    for (let i = 0; i < 10_000; i++) {
      this.rise();
      this.hear(this.#server.ops.length);
      while (this.#down.length > 0) this.fall();
      if (!this.tree.isWaiting) return;
    }
    throw new Error("it never settles");
  }
}

/** A tree as text, without private nodes. */
function text(tree: SharedTree): string {
  const write = (node: TreeNode): string =>
    node.properties.map(([id, ...values]) => `${id}=${values.join()}`).join(" ") +
    node.children
      .filter((c) => !tree.isTried(c))
      .map((c) => `(${tree.idOf(c)} ${write(c)})`)
      .join("");
  return write(tree.root);
}

const made = (move: string) => () => ({ color: "black", properties: [["B", move]] });

function nodesOf({ root }: SharedTree): TreeNode[] {
  const nodes = [root];
  for (const node of nodes) nodes.push(...node.children);
  return nodes;
}

const deeds = [
  ["play", 8],
  ["goto", 6],
  ["line", 2],
  ["comment", 4],
  ["mark", 3],
  ["setup", 1],
  ["remove", 1],
  ["promote", 3],
  ["paste", 1],
  ["undo", 4],
  ["redo", 3],
  ["try", 2],
  ["share", 1],
] as const;
const bag = deeds.flatMap(([deed, weight]) => Array.from({ length: weight }, () => deed));

function doOne({ tree, edits }: Person, pick: (below: number) => number): void {
  const nodes = nodesOf(tree);
  const node = nodes[pick(nodes.length)]!;
  const move = () => "ABCDE"[pick(5)]!;
  const name = move();
  switch (bag[pick(bag.length)]) {
    case "play":
      edits.play(name, made(name));
      break;
    case "goto":
      tree.goto(node);
      break;
    case "line":
      edits.append(node, [name, move(), move()], (m) => made(m)());
      break;
    case "comment":
      edits.set(node, "C", pick(4) ? [name + pick(9)] : [], true);
      break;
    case "mark":
      edits.set(node, "TR", pick(3) ? [name] : []);
      break;
    case "setup":
      edits.play("", () => ({ properties: [["AB", name]] }));
      break;
    case "remove":
      edits.remove(node);
      break;
    case "promote":
      if (pick(2)) edits.promote(node);
      else edits.makeMain(node);
      break;
    case "paste":
      edits.paste(tree.current, edits.copy(node, ""), "");
      break;
    case "undo":
      edits.undo();
      break;
    case "redo":
      edits.redo();
      break;
    case "try":
      tree.sharing = false;
      edits.play(name, made(name));
      tree.sharing = true;
      break;
    case "share":
      tree.share(node);
  }
}

describe("a shared tree", () => {
  // The last ones undo and redo what the server has not answered, with conflicts.
  const seeds = [...Array.from({ length: 60 }, (_, seed) => seed + 1), 292, 419, 1784];
  it.each(seeds)("becomes equal for all, seed %i", (seed) => {
    const pick = chance(seed);
    const server = new Server();
    const people = ["a", "b", "c"].map((name) => new Person(server, name));
    for (let i = 0; i < 300; i++) {
      const person = people[pick(3)]!;
      // Pasted branches grow fast.
      if (nodesOf(person.tree).length < 300) doOne(person, pick);
      if (pick(2)) person.rise();
      if (pick(2)) people[pick(3)]!.hear(server.ops.length);
      if (pick(2)) people[pick(3)]!.fall();
      if (pick(40) === 0) person.breakOff(pick(2) === 0);
    }
    for (let i = 0; i < 3; i++) for (const person of people) person.settle();
    const fresh = new Person(server, "d");
    for (const { tree } of people) {
      expect(text(tree)).toBe(text(fresh.tree));
      expect(nodesOf(tree)).toContain(tree.current);
      for (const node of nodesOf(tree).slice(1)) expect(node.parent?.children).toContain(node);
    }
  });

  const start = () => {
    const server = new Server();
    const [ada, bo] = [new Person(server, "a"), new Person(server, "b")];
    return { server, ada, bo };
  };

  it("shows edits immediately, and takes back refused ones with everything that depends on them", () => {
    const { ada } = start();
    ada.edits.play("A", made("A"));
    ada.edits.play("B", made("B"));
    ada.edits.set(ada.tree.root, "C", ["stays"]);
    const [first] = ada.tree.outgoing();
    expect(ada.tree.current.move).toBe("B");
    expect(ada.tree.refused(first!.id!)).toBe(true);
    expect(ada.tree.current).toBe(ada.tree.root);
    expect(text(ada.tree)).toBe("FF=4 C=stays");
  });

  it("keeps the user at their move when others play before it", () => {
    const { ada, bo } = start();
    bo.edits.play("B", made("B"));
    bo.settle();
    ada.edits.play("A", made("A"));
    const mine = ada.tree.current;
    ada.settle();
    expect(ada.tree.current).toBe(mine);
    expect(ada.tree.root.children.map((c) => c.move)).toEqual(["B", "A"]);
  });

  it("merges the same move of two users, which stays when one of them undoes it", () => {
    const { ada, bo } = start();
    ada.edits.play("A", made("A"));
    bo.edits.play("A", made("A"));
    bo.edits.play("B", made("B"));
    bo.edits.undo();
    bo.edits.undo();
    bo.edits.redo();
    ada.settle();
    bo.settle();
    ada.settle();
    expect(text(ada.tree)).toBe(text(bo.tree));
    expect(text(ada.tree)).toBe("FF=4(2 B=A)");
  });

  it("undoes the user's own last edit, and not another user's in the same node", () => {
    const { ada, bo } = start();
    ada.edits.set(ada.tree.root, "C", ["ada's"]);
    ada.settle();
    bo.settle();
    bo.edits.set(bo.tree.root, "TR", ["bo's"]);
    bo.settle();
    ada.settle();
    ada.edits.undo();
    ada.settle();
    bo.settle();
    expect(text(bo.tree)).toBe("FF=4 TR=bo's");
  });

  it("restores removed nodes with their numbers", () => {
    const { ada, bo } = start();
    ada.edits.append(ada.tree.root, ["A", "B", "C"], (m) => made(m)());
    ada.settle();
    bo.settle();
    const before = text(bo.tree);
    const [first] = ada.tree.root.children;
    ada.edits.remove(first!);
    ada.settle();
    bo.settle();
    expect(text(bo.tree)).toBe("FF=4");
    ada.edits.undo();
    ada.settle();
    bo.settle();
    expect(text(bo.tree)).toBe(before);
    expect(ada.tree.root.children[0]).toBe(first);
  });

  it("keeps private nodes private, until they are shared or another user plays them", () => {
    const { server, ada, bo } = start();
    bo.tree.sharing = false;
    bo.edits.play("A", made("A"));
    bo.edits.play("B", made("B"));
    const [a, b] = [bo.tree.root.children[0]!, bo.tree.current];
    expect(bo.tree.isTried(b)).toBe(true);
    expect(bo.tree.outgoing()).toEqual([]);
    ada.edits.play("A", made("A"));
    ada.settle();
    bo.settle();
    expect(bo.tree.root.children).toEqual([a]);
    expect([bo.tree.isTried(a), bo.tree.isTried(b), bo.tree.current]).toEqual([false, true, b]);
    bo.tree.sharing = true;
    bo.tree.share(b);
    bo.settle();
    ada.settle();
    expect(text(ada.tree)).toBe("FF=4(2 B=A(3 B=B))");
    expect(server.version).toBe(2);
  });

  it("changes nothing shared without the right to edit", () => {
    const { server, ada, bo } = start();
    ada.edits.play("A", made("A"));
    ada.settle();
    bo.settle();
    bo.tree.sharing = false;
    const [a] = bo.tree.root.children;
    bo.edits.set(a!, "C", ["no"]);
    bo.edits.remove(a!);
    bo.edits.undo();
    bo.settle();
    expect(text(bo.tree)).toBe("FF=4(2 B=A)");
    expect(server.version).toBe(1);
  });

  it("sends typed text once", () => {
    const { server, ada, bo } = start();
    for (const word of ["H", "Ha", "Hal", "Hallo"]) ada.edits.set(ada.tree.root, "C", [word], true);
    expect(ada.tree.isTyping).toBe(true);
    ada.settle();
    bo.settle();
    expect(server.version).toBe(1);
    expect(text(bo.tree)).toBe("FF=4 C=Hallo");
  });

  it("forgets positions after moves when stones are set up before them", () => {
    const { ada, bo } = start();
    ada.edits.play("A", made("A"));
    ada.settle();
    bo.settle();
    const [a] = bo.tree.root.children;
    a!.stones = "x";
    ada.edits.set(ada.tree.root, "AB", ["B"]);
    ada.settle();
    bo.settle();
    expect([a!.stones, bo.tree.root.anew, bo.tree.root.changes]).toEqual(["", true, null]);
  });
});
